import type { NumberedAnnouncement } from '../../shared/attention/news.ts';
import { GUARD_EVENT } from '../../shared/edge-api/guards.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import { type WorkEntry, type WorkFacts, type WorkPage, workAct } from '../../shared/edge-api/work.ts';
import { FILLED_WITHOUT } from '../../shared/endings/event-ending.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { InstantMs } from '../../shared/time.ts';
import { endOfRow, type KnownWork } from '../../shared/work/row.ts';

/** Where the next page begins: below the row that has begun then, with this number. */
export interface WorkPlace {
  begunAt: InstantMs;
  id: number;
}

/** `before` of the query: as a page gives it. Null: it is none. */
export function placeOf(text: string): WorkPlace | null {
  const [, begunAt, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return begunAt === undefined ? null : { begunAt: Number(begunAt), id: Number(id) };
}

const textOf = ({ begunAt, id }: WorkPlace): string => `${begunAt}.${id}`;

/** @param rows newest first, one more than a page holds where there are more @param size rows of a page */
export function workPageOf(
  sql: SqlStorage,
  rows: readonly KnownWork[],
  size: number,
  role: Role,
): Omit<WorkPage, 'chain'> {
  const shown = rows.slice(0, size);
  const ids = shown.map(({ id }) => id);
  const [first] = shown;
  const events = first === undefined ? [] : eventsOf(sql, first.projectId, ids);
  const told = toldOf(sql, ids, role);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({ ...entryOf(row, events, role), told: told.get(row.id) ?? [] })),
    next: rows.length > size && last !== undefined ? textOf(last) : null,
  };
}

export function entryOf(row: KnownWork, events: readonly KeptEvent[], role: Role): WorkFacts {
  const own = events.filter(({ work }) => work === row.id);
  const fact = (name: string): number | null => {
    const found = own.find(({ facts }) => typeof facts[name] === 'number')?.facts[name];
    return typeof found === 'number' ? found : null;
  };
  const isViewer = role === 'viewer';
  const { callKey, over, readAt: _read, evidence: _all, ...known } = row;
  return {
    ...known,
    call: callKey,
    promptedAt: promptedAt(row),
    by: isViewer ? null : row.by,
    mark: row.mark && { ...row.mark, by: isViewer ? null : row.mark.by },
    isOver: over !== null,
    overAt: over === null ? null : endOfRow(row),
    fixAttempts: fact('fixAttempts'),
    withoutBudget: fact(FILLED_WITHOUT),
    acts: own.flatMap((event) => (event.event === GUARD_EVENT ? actOf(event, isViewer) : [])),
  };
}

/** As the last reading of it says, and of a prompt of a batch the last that was of this prompt. */
const promptedAt = ({ batch, evidence }: KnownWork): InstantMs | null =>
  evidence
    .flatMap((one) =>
      one.from === 'reading' && one.batch?.place === batch?.place ? (one.promptedAt ?? []) : [],
    )
    .at(-1) ?? null;

/** What a guard did, as its event says it; nothing where a later build wrote what this one does not know. */
function actOf({ at, facts }: KeptEvent, isViewer: boolean): WorkEntry['acts'] {
  const { guard, did, number = null, from = null, to = null, found = null, reason = null, by = null } = facts;
  const read = workAct.safeParse({
    at,
    guard,
    did,
    number,
    from,
    to,
    found,
    reason,
    by: isViewer ? null : by,
  });
  return read.success ? [read.data] : [];
}

/** Events about these rows, oldest first, without what an app signed about itself. */
function eventsOf(sql: SqlStorage, projectId: string, ids: readonly number[]): KeptEvent[] {
  return sql
    .exec<{ row: string }>(
      `SELECT row FROM events WHERE project_id = ? AND signer <> 'project' AND row ->> 'work' IN (SELECT value FROM json_each(?))
       ORDER BY seq`,
      projectId,
      JSON.stringify(ids),
    )
    .toArray()
    .map(({ row }) => JSON.parse(row) as KeptEvent);
}

interface Sent extends Record<string, SqlStorageValue> {
  number: number;
  at: InstantMs;
  channel: string;
}

function toldOf(sql: SqlStorage, ids: readonly number[], role: Role): Map<number, WorkEntry['told']> {
  const announced = sql
    .exec<{ json: string }>(
      `SELECT json FROM announcements WHERE json ->> 'work' IN (SELECT value FROM json_each(?)) ORDER BY number`,
      JSON.stringify(ids),
    )
    .toArray()
    .map(({ json }) => JSON.parse(json) as NumberedAnnouncement);
  const sent =
    role === 'viewer'
      ? []
      : sql
          .exec<Sent>(
            `SELECT number, at, coalesce(alert_channels.rules ->> 'name', removed_channels.name, '') AS channel FROM alerts
             LEFT JOIN alert_channels USING (channel_id) LEFT JOIN removed_channels USING (channel_id)
             WHERE result = 'sent' AND is_end = 0 AND number IN (SELECT value FROM json_each(?)) ORDER BY at`,
            JSON.stringify(announced.map(({ number }) => number)),
          )
          .toArray();
  const entries = announced.map(({ number, at, about, work = 0 }) => ({
    work,
    told: {
      number,
      at,
      kind: about.kind,
      outcome: 'outcome' in about ? about.outcome : null,
      sent: sent.flatMap((one) => (one.number === number ? { channel: one.channel, at: one.at } : [])),
    },
  }));
  return new Map(
    [...Map.groupBy(entries, ({ work }) => work)].map(([work, of]) => [work, of.map(({ told }) => told)]),
  );
}
