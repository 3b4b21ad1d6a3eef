import type { EventsPage } from '../../../shared/edge-api/events-page.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import type { EventLog } from './event-log.ts';
import { newestFirst } from './events-index.ts';
import { type EventsQuery, writeCursor } from './events-query.ts';

/** A page that the object's index answered whole. */
export function indexPage({ events, more }: { events: KeptEvent[]; more: boolean }): EventsPage {
  const last = events.at(-1);
  return { events, nextCursor: more && last ? writeCursor({ in: 'index', seq: last.seq }) : null };
}

/**
 * A page from the log: one `list`, rows from metadata. What the log does not show yet comes first, on the first page, and
 * the page is never longer than was asked for.
 * @returns null when the log does not answer; the index then does
 */
export async function logPage(
  log: EventLog,
  { cursor, limit }: EventsQuery,
  notInLog: readonly KeptEvent[],
): Promise<EventsPage | null> {
  if (notInLog.length >= limit) return indexPage({ events: notInLog.slice(0, limit), more: true });
  try {
    const listed = await log.page(limit - notInLog.length, cursor.in === 'log' ? cursor.cursor : null);
    const events = newestFirst([...listed.events, ...notInLog]);
    const { nextCursor } = listed;
    return { events, nextCursor: nextCursor && writeCursor({ in: 'log', cursor: nextCursor }) };
  } catch {
    return null;
  }
}
