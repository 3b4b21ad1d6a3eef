import { type KeptEvent, keptEvent } from '../../../shared/snapshot/kept-event.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { waitAtMost } from '../../object/concurrency.ts';
import { EVENT_KEY_PREFIX, eventKey, KEPT_FOR_MS } from './event-row.ts';

export type LogPage = { events: KeptEvent[]; nextCursor: string | null };

/** Where the bodies of events are. What can fail is told by the answer, or rejects where nothing can be said. */
export interface EventLog {
  /** @returns false when the log did not take it, or not in time */
  put(event: KeptEvent, body: ArrayBuffer): Promise<boolean>;
  /** Newest first, rows without bodies, from which the index is restored; one `list`. */
  page(cursor: string | null): Promise<LogPage>;
  /** The body as it arrived; null when it is not there. */
  body(event: Pick<KeptEvent, 'receivedAt' | 'seq'>): Promise<ArrayBuffer | null>;
}

/** The sender waits 10 s for its answer; the log gets less, then the outbox's job goes on. */
const PUT_TIMEOUT_MS = 3 * SECOND_MS;

/** The log in KV: one key per event, its body as the value, its row as metadata. Layout in `edge/storage-schema.md`. */
export function kvEventLog(kv: KVNamespace): EventLog {
  return {
    put: async (event, body) => {
      try {
        const key = eventKey(event.receivedAt, event.seq);
        const put = kv.put(key, body, {
          metadata: event,
          expirationTtl: KEPT_FOR_MS / SECOND_MS,
        });
        return await waitAtMost(put, PUT_TIMEOUT_MS);
      } catch {
        return false;
      }
    },
    page: async (cursor) => {
      const listed = await kv.list<unknown>({ prefix: EVENT_KEY_PREFIX, cursor });
      const events = listed.keys.flatMap(({ metadata }) => {
        const row = keptEvent.safeParse(metadata);
        return row.success ? [row.data] : [];
      });
      return { events, nextCursor: listed.list_complete ? null : (listed.cursor ?? null) };
    },
    body: ({ receivedAt, seq }) => kv.get(eventKey(receivedAt, seq), 'arrayBuffer'),
  };
}
