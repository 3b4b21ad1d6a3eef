import { type KeptEvent, keptEvent } from '../../../shared/snapshot/kept-event.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { waitAtMost } from '../../object/concurrency.ts';
import { EVENT_KEY_PREFIX, eventKey, KEPT_FOR_MS } from './event-row.ts';

export type LogPage = { events: KeptEvent[]; nextCursor: string | null };

/** Storage of event bodies. Expected failures are in the result; others reject. */
export interface EventLog {
  /** @returns false when the log did not accept it in time */
  put(event: KeptEvent, body: ArrayBuffer): Promise<boolean>;
  /** Rows without bodies, newest first, to restore the index; one `list`. */
  page(cursor: string | null): Promise<LogPage>;
  /** The body as received; null when missing. */
  body(event: Pick<KeptEvent, 'receivedAt' | 'seq'>): Promise<ArrayBuffer | null>;
}

/** The sender waits 10 s for a response; the log gets less, then the outbox's job retries. */
const PUT_TIMEOUT_MS = 3 * SECOND_MS;

/**
 * The log in KV: one key per event with its body as the value and its row as metadata. Layout in
 * `edge/storage-schema.md`.
 */
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
