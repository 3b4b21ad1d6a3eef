import { workKey } from '../../shared/attention/news.ts';
import type { EntryOf, JournalEntry } from '../../shared/journal/journal.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { ENDS, withEachEndOnce } from '../../shared/snapshot/read-ends.ts';
import { DAY_MS, HOUR_MS, type InstantMs } from '../../shared/time.ts';
import { WORK_KINDS, type WorkKind } from '../../shared/work/evidence.ts';
import { type KnownWork, knownEnd } from '../../shared/work/row.ts';
import { entryOf } from '../work/work-page.ts';
import type { AnnouncementBook } from './announcement-book.ts';
import {
  type Asked,
  type Cursor,
  isSifted,
  mayBeAsked,
  NOTHING,
  narrowedTo,
  SCANNED_MAX,
  type Source,
} from './asked.ts';
import { forRole, isWrongWork } from './entries.ts';
import { isToldByRow } from './repeated-events.ts';

const PAGE = 50;
/** Events about the work of a page that are looked at. */
const EVENTS_MAX = 2_000;

/** What is filtered by as the event of an end. */
const KIND_OF_END: Readonly<Record<string, WorkKind>> = {
  'agent.prompt.finished': 'run',
  'deployment.finished': 'deploy',
};

const AT = 'coalesce(ended_at, begun_at)';

/** Two browsers may have one name. */
const OWN_CALLS = 'SELECT key FROM launches WHERE device_id = ?';

/** Reads rows of all work, and the event numbers by which a page reads only the events of its time. */
export interface WorkReader {
  read: (which: string, ...bindings: SqlStorageValue[]) => KnownWork[];
  /** The number of the first event that was kept at an instant or later. */
  seqAt: (at: InstantMs) => number;
}

/** Lists work with all that tells of it, by when it ended, or when it began if it is not over. */
export function workEntries(
  asked: Asked,
  below: Cursor | null,
  told: AnnouncementBook,
  { read, seqAt }: WorkReader,
): Source {
  const { query, role, deviceId } = asked;
  const { kind, event } = narrowedTo(query);
  const ofEvent = event === null ? null : KIND_OF_END[event];
  if ((kind !== null && kind !== 'own') || ofEvent === undefined) return NOTHING;
  const { where, values } = mayBeAsked(asked, 'row', 'project_id');
  const size = isSifted(query) ? SCANNED_MAX : PAGE;
  const [at, id] = below ?? [Number.MAX_SAFE_INTEGER, 0];
  const cursor = `(${AT}, id) < (${Number(at)}, ${Number(id)})`;
  const conditions = [
    where,
    cursor,
    ...(isSifted(query) || query.project ? [] : [`id IN (${newestOf(asked.sql, Number(at), Number(id))})`]),
    ...(ofEvent === null ? [] : [`kind = '${ofEvent}' AND ended_at IS NOT NULL`]),
  ];
  const rows = read(
    `${conditions.join(' AND ')} ${kind === 'own' ? `AND call_key IN (${OWN_CALLS})` : ''} ORDER BY ${AT} DESC, id DESC LIMIT ?`,
    ...values,
    ...(kind === 'own' ? [deviceId] : []),
    size + 1,
  );
  const shown = rows.slice(0, size);
  const belonging = new Map<KnownWork, EntryOf<'work'>>();
  const entry = (row: KnownWork): JournalEntry | null => {
    if (belonging.size === 0) for (const one of withEvents(asked, shown, told, seqAt)) belonging.set(...one);
    const made = belonging.get(row);
    return made === undefined ? null : forRole(made, role);
  };
  return {
    items: shown.map((row) => {
      const when = timeOf(row);
      return { at: when, cursor: [when, row.id], entry: () => entry(row) };
    }),
    isCut: rows.length > size,
  };
}

/** Finds the rows that a page may hold: by each kind's index, one page at most, and all without an end. */
function newestOf(sql: SqlStorage, at: InstantMs, id: number): string {
  const ended = `SELECT id FROM work WHERE kind = ? AND (ended_at, id) < (?, ?) ORDER BY ended_at DESC, id DESC LIMIT ${PAGE + 1}`;
  const endless = 'SELECT id FROM work WHERE kind = ? AND ended_at IS NULL';
  return WORK_KINDS.flatMap((kind) => [
    ...sql.exec<{ id: number }>(ended, kind, at, id),
    ...sql.exec<{ id: number }>(endless, kind),
  ])
    .map((row) => row.id)
    .join(',');
}

/** As its columns have it. */
const timeOf = (row: KnownWork): InstantMs => (row.over === null ? null : knownEnd(row)) ?? row.begunAt;

/** Makes the entries of one page of rows, each with the events about it. */
function withEvents(
  { sql, role, deviceId }: Asked,
  rows: readonly KnownWork[],
  told: AnnouncementBook,
  seqAt: (at: InstantMs) => number,
): [KnownWork, EntryOf<'work'>][] {
  const [first] = rows;
  if (first === undefined) return [];
  // A budget is set before its run is sent.
  const begun = seqAt(Math.min(...rows.map(({ begunAt }) => begunAt)) - HOUR_MS);
  const events = sql
    .exec<{ row: string }>(
      `SELECT row FROM (SELECT row, project_id, signer FROM events WHERE seq BETWEEN ? AND ? ORDER BY seq LIMIT ?)
       WHERE signer <> 'project' AND project_id IN (SELECT value FROM json_each(?)) AND coalesce(row ->> 'work', row ->> 'call') IS NOT NULL`,
      ...[begun, seqAt(timeOf(first) + DAY_MS), EVENTS_MAX],
      JSON.stringify([...new Set(rows.map(({ projectId }) => projectId))]),
    )
    .toArray()
    .map(({ row }) => JSON.parse(row) as KeptEvent);
  const calls = JSON.stringify(rows.flatMap(({ callKey }) => callKey ?? []));
  const ownCalls = `${OWN_CALLS} AND key IN (SELECT value FROM json_each(?))`;
  const own = new Set([...sql.exec<{ key: string }>(ownCalls, deviceId, calls)].map(({ key }) => key));
  return rows.map((row) => {
    const about = events.filter(
      ({ work, call }) =>
        work === row.id || (work === undefined && call !== undefined && call === row.callKey),
    );
    const [end = null, ...ends] = withEachEndOnce(about.filter(({ event }) => ENDS.includes(event)));
    const others = about.filter((one) => !ENDS.includes(one.event) && isToldByRow(one, row.ending));
    const also = [...ends, ...others.toReversed()];
    const work = entryOf(row, about, role);
    const openings = [...(end === null ? [] : [end]), ...also].map(({ need }) => need);
    const entry = {
      ...{ kind: 'work' as const, id: `work ${row.id}`, at: work.overAt ?? row.begunAt },
      ...{ isWrong: isWrongWork(work, end), row: work, end, also },
      own: row.callKey !== null && own.has(row.callKey),
      told: told.of(workKey(row.kind, row.projectId, row.id), ...openings),
    };
    return [row, entry];
  });
}
