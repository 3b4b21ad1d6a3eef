import type { InstantMs } from '../../shared/time.ts';
import type { EventStore } from './store.ts';

/** Keeps what the edge itself did, or what a browser changed through it, as an event beside the service's. */
export type KeepOwnEvent = (event: string, projectId: string | null, data: object) => void;

export const ownEvents =
  (events: () => Pick<EventStore, 'keep'>, now: () => InstantMs): KeepOwnEvent =>
  (event, projectId, about) => {
    const at = now();
    const data = { projectId, ...about };
    events().keep({
      signer: 'edge',
      id: `${event}:${crypto.randomUUID()}`,
      digest: null,
      event,
      projectId,
      at,
      source: 'edge',
      data,
      body: new TextEncoder().encode(JSON.stringify({ event, timestamp: new Date(at).toISOString(), data })),
    });
  };
