import { actOf, GUARD_EVENT } from '../../shared/edge-api/guards.ts';
import type { Ending } from '../../shared/endings/ending.ts';
import type { JournalEntry } from '../../shared/journal/journal.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { ENDS, withEachEndOnce } from '../../shared/snapshot/read-ends.ts';
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
import { forRole, isWrongEvent } from './entries.ts';
import { actsOf, isToldByRow, retellings } from './repeated-events.ts';

/** Events of one page where none is left out. */
const PAGE = 150;
/** Events before and after, among which those of one act are found. */
const BESIDE = 100;

/** Events that no row of work tells, each act once. */
export function eventEntries(asked: Asked, below: Cursor | null, told: AnnouncementBook): Source {
  const { sql, query, me } = asked;
  const { kind, event } = narrowedTo(query);
  if (kind !== null && kind !== 'own' && kind !== 'refused') return NOTHING;
  const { where, values } = mayBeAsked(asked, 'row', 'project_id');
  const name = kind === 'refused' ? GUARD_EVENT : event;
  const ofName = name === null ? '' : 'AND event = ?';
  const read = (which: string, ...more: SqlStorageValue[]): KeptEvent[] =>
    sql
      .exec<{ row: string }>(
        `SELECT row FROM events WHERE ${where} ${ofName} AND ${which}`,
        ...values,
        ...(name === null ? [] : [name]),
        ...more,
      )
      .toArray()
      .map(({ row }) => JSON.parse(row) as KeptEvent);
  const isRowAsked = !query.kind && !query.q;
  const size = isSifted(query) ? SCANNED_MAX : PAGE;
  const first = below?.[0] ?? Number.MAX_SAFE_INTEGER;
  const newer = below === null ? [] : read('seq >= ? ORDER BY seq LIMIT ?', first, BESIDE).reverse();
  const rest = read('seq < ? ORDER BY seq DESC LIMIT ?', first, size + BESIDE);
  const shown = rest.slice(0, size);
  const endingOf = endingsOf(sql, [...newer, ...rest]);
  const pool = withEachEndOnce([...newer, ...rest]).filter((one) => {
    const ending = endingOf(one);
    if (ending === undefined) return true;
    // The row may not be what is asked for.
    return isRowAsked ? !isToldByRow(one, ending) : !ENDS.includes(one.event) || one.signer !== undefined;
  });
  const also = retellings(pool);
  const retold = new Set([...also.values()].flat());
  const isAsked = (one: KeptEvent) =>
    !retold.has(one) &&
    (kind !== 'refused' || isRefusal(one)) &&
    (kind !== 'own' || (me !== null && one.source === 'edge' && one.facts.by === me));
  const acts = new Map(actsOf(pool.filter(isAsked)).map((act) => [act.events[0], act]));
  const entryOf = (one: KeptEvent): JournalEntry | null => {
    const act = acts.get(one);
    if (act === undefined) return null;
    const { at, seq } = one;
    const common = { id: String(seq), at, isWrong: false };
    if (act.events.length > 1) return forRole({ ...common, kind: 'act', ...act }, asked.role);
    const others = also.get(one) ?? [];
    const keys = [one, ...others].flatMap(({ id, need }) => [`event:${id}`, need]);
    const isWrong = isWrongEvent(one);
    return forRole(
      { ...common, isWrong, kind: 'event', event: one, also: others, told: told.of(...keys) },
      asked.role,
    );
  };
  return {
    items: shown.map((one) => ({ at: one.receivedAt, cursor: [one.seq, 0], entry: () => entryOf(one) })),
    isCut: rest.length > size,
  };
}

/** Whether a guard refused a prompt; of one that goes on refusing, the edge keeps the first. */
const isRefusal = (event: KeptEvent): boolean =>
  event.source === 'edge' && actOf(event)?.did === 'prompt-refused';

/** How the work ended that an event is about, by its number or its call; undefined: it has no row. */
function endingsOf(
  sql: SqlStorage,
  events: readonly KeptEvent[],
): (event: KeptEvent) => Ending | null | undefined {
  const rows = sql
    .exec<{ id: number; call_key: string | null; ending: Ending | null }>(
      `SELECT id, call_key, row ->> 'ending' AS ending FROM work
       WHERE id IN (SELECT value FROM json_each(?1)) OR call_key IN (SELECT value FROM json_each(?2))`,
      JSON.stringify(events.flatMap(({ work }) => work ?? [])),
      JSON.stringify(events.flatMap(({ call }) => call ?? [])),
    )
    .toArray();
  const byNumber = new Map(rows.map(({ id, ending }) => [id, ending]));
  const byCall = new Map(rows.map(({ call_key, ending }) => [call_key, ending]));
  return ({ work, call }) => (work === undefined ? byCall.get(call ?? '') : byNumber.get(work));
}
