import type { InstantMs } from '../../shared/time.ts';
import type { AboutWork, EventStore } from './store.ts';

/** Keeps what the edge itself did, or what a browser changed through it, as an event beside the service's. */
export type KeepOwnEvent = (event: string, projectId: string | null, data: object, work?: AboutWork) => void;

/** Names of what the edge itself did, which nobody else may use. */
export const isOwnName = (event: string): boolean => event.startsWith('edge.');

export const ownEvents =
  (events: () => Pick<EventStore, 'keep'>, now: () => InstantMs): KeepOwnEvent =>
  (event, projectId, said, about = {}) => {
    const at = now();
    const data = { projectId, ...said };
    events().keep({
      signer: 'edge',
      id: `${event}:${crypto.randomUUID()}`,
      digest: null,
      event,
      projectId,
      at,
      source: 'edge',
      data,
      about,
      body: new TextEncoder().encode(JSON.stringify({ event, timestamp: new Date(at).toISOString(), data })),
    });
  };
