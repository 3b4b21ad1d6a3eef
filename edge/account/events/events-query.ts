import type { InstantMs } from '../../../shared/time.ts';

export const EVENTS_PER_PAGE = 50;
export const MAX_EVENTS_PER_PAGE = 100;

/** Where a page starts: at the newest, after a page of the log, or below a sequence number of the object's index. */
export type EventsCursor = { in: 'start' } | { in: 'log'; cursor: string } | { in: 'index'; seq: number };

/** What GET `/events` asks for. `before` is in milliseconds and compared with when the edge kept the event. */
export type EventsQuery = {
  cursor: EventsCursor;
  limit: number;
  project: string | null;
  event: string | null;
  before: InstantMs | null;
};

const MAX_FILTER_CHARS = 100;
const MAX_CURSOR_CHARS = 1000;

/** Reads the query of GET `/events`. @returns the name of the field that is wrong, when one is */
export function readEventsQuery(query: Readonly<Record<string, string>>): EventsQuery | { wrong: string } {
  const limit = query.limit === undefined ? EVENTS_PER_PAGE : wholeNumber(query.limit);
  if (limit === null || limit < 1 || limit > MAX_EVENTS_PER_PAGE) return { wrong: 'limit' };
  const before = query.before === undefined ? null : wholeNumber(query.before);
  if (query.before !== undefined && before === null) return { wrong: 'before' };
  const cursor = readCursor(query.cursor ?? '');
  if (cursor === null) return { wrong: 'cursor' };
  for (const name of ['project', 'event'] as const)
    if ((query[name] ?? '').length > MAX_FILTER_CHARS) return { wrong: name };
  return { cursor, limit, before, project: query.project || null, event: query.event || null };
}

/** Whether a page is read from the log; otherwise the object's index holds all of it. */
export function readsLog({ cursor, project, event, before }: EventsQuery): boolean {
  return project === null && event === null && before === null && cursor.in !== 'index';
}

export function writeCursor(cursor: Exclude<EventsCursor, { in: 'start' }>): string {
  return cursor.in === 'log' ? `k${cursor.cursor}` : `s${cursor.seq}`;
}

function readCursor(text: string): EventsCursor | null {
  if (text === '') return { in: 'start' };
  if (text.length > MAX_CURSOR_CHARS) return null;
  if (text.startsWith('k')) return { in: 'log', cursor: text.slice(1) };
  const seq = text.startsWith('s') ? wholeNumber(text.slice(1)) : null;
  return seq === null ? null : { in: 'index', seq };
}

function wholeNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
