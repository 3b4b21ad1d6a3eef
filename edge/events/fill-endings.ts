import { isSaid } from '../../shared/endings/ending.ts';
import {
  FILLED_ENDING,
  FILLED_KEYS,
  FILLED_REASON,
  FILLED_WITHOUT,
} from '../../shared/endings/event-ending.ts';
import type { EventFacts, KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { ProjectState, RunState } from '../../shared/snapshot/project-state.ts';
import { isReadEnd, READ_START } from '../../shared/snapshot/read-ends.ts';
import type { InstantMs } from '../../shared/time.ts';
import { endOfRow, isRowOf, type WorkRow } from '../../shared/work/row.ts';
import { fitRow, MAX_FACT_CHARS, shorten } from './event-row.ts';

export type EndedRow = WorkRow & { id: number };

/** What each run of a project may use that is sent through the edge, and since when. */
export type StandingBudget = { credits: number; setAt: InstantMs };

const EVENT_OF = { run: 'agent.prompt.finished', deploy: 'deployment.finished' } as const;
const CAP_REACHED = 'project.credit_limit.reached';

/** Events that every reading looks for by project and name. Queries use their index only in these words. */
export const IS_OF_WORK = `signer <> 'project' AND event IN ('${EVENT_OF.run}', '${EVENT_OF.deploy}', '${CAP_REACHED}')`;

type Kind = keyof typeof EVENT_OF;
export const isEnd = (event: string): boolean => Object.values<string>(EVENT_OF).includes(event);

interface ReadEnd {
  projectId: string;
  event: (typeof EVENT_OF)[Kind];
  at: InstantMs;
  row: EndedRow;
  facts: EventFacts;
}

/** Of each project so many of its last ends may still be told better. */
const LOOKED_AT = 9;

/**
 * Fills how work ended, what it cost, and the agent's words on a failure into the kept events that report its
 * end, from the row that each is about. Does not write events that say it already.
 * @param project as last read, with its latest run and deployment
 * @param isSettled whether only ends count after which other work began: the next reading may show that an
 * event is of later work than the last that is known
 * @returns whether an event changed, and the ends that no event reports
 */
export function fillEndings(
  sql: SqlStorage,
  project: ProjectState & { budget?: StandingBudget | null },
  rows: readonly EndedRow[],
  isSettled = false,
): { isChanged: boolean; unreported: ReadEnd[] } {
  let isChanged = false;
  const unreported: ReadEnd[] = [];
  for (const kind of ['run', 'deploy'] as const) {
    const ofKind = rows.filter((row) => row.kind === kind);
    const ends = ofKind
      .slice(-LOOKED_AT, isSettled ? -1 : undefined)
      .flatMap((row) => endOf(kind, row, project, row === ofKind.at(-1)) ?? [])
      .map((end) => ({ ...end, facts: { ...end.facts, ...withoutBudget(end.row, project.budget) } }));
    const kept = ends.length === 0 ? [] : keptEnds(sql, project.projectId, EVENT_OF[kind]);
    for (const end of ends) {
      const known = kept.filter((event) => isAbout(event, end.row));
      const isKnown = end.facts[FILLED_ENDING] !== undefined;
      if (isKnown && known.length === 0 && !end.row.hasEvent) unreported.push(end);
      for (const event of known) if (fill(sql, event, end)) isChanged = true;
    }
  }
  if (fillCaps(sql, project.projectId, rows.slice(-LOOKED_AT))) isChanged = true;
  return { isChanged, unreported };
}

/** An end that no event reports, as an event of the edge in the words of the service's; kept once. */
export function arrivalOfRead({ projectId, event, at, row, facts }: ReadEnd) {
  const data = { projectId, ...facts };
  const body = { event, timestamp: new Date(at).toISOString(), data };
  return {
    ...{ event, projectId, at, data, about: aboutOf(row) },
    ...{ signer: 'edge' as const, source: 'edge' as const, digest: null },
    id: `read:work:${row.id}`,
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}

/** That a run was not begun through the edge and went without the budget of the project's runs. */
const withoutBudget = ({ kind, callKey, begunAt }: EndedRow, budget?: StandingBudget | null): EventFacts =>
  kind === 'run' && callKey === null && budget && budget.setAt <= begunAt
    ? { [FILLED_WITHOUT]: budget.credits }
    : {};

const FILLED_OF_RUN = [FILLED_REASON, FILLED_KEYS, FILLED_WITHOUT] as const;
const FILLED = [FILLED_ENDING, 'creditsSpent', ...FILLED_OF_RUN, READ_START] as const;

export function filledIn({ facts }: Pick<KeptEvent, 'facts'>): EventFacts {
  if (facts[FILLED_ENDING] === undefined) return {};
  return Object.fromEntries(
    FILLED.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])),
  );
}

/** The prompts of a batch began by one call. */
const aboutOf = ({ id, callKey, batch }: EndedRow) => ({
  work: id,
  ...(callKey !== null && batch === null && { call: callKey }),
});

/**
 * What a row knows of its end, perhaps not how it was; null while it goes on.
 * @param isLast whether the last reading may be of it
 */
function endOf(kind: Kind, row: EndedRow, project: ProjectState, isLast: boolean): ReadEnd | null {
  const at = endOfRow(row);
  if (row.over === null || at === null) return null;
  const { startedAt, prompt, credits, ending } = row;
  const run = isLast && isRowOf(row, project.run) ? project.run : null;
  const facts = {
    ...(isSaid(ending) && { [FILLED_ENDING]: ending }),
    ...(credits !== null && { creditsSpent: credits }),
    ...(kind === 'run' ? runFacts(row, run) : deployFacts(row)),
    ...(startedAt !== null && { [READ_START]: startedAt }),
    ...(prompt && { prompt: shorten(prompt, MAX_FACT_CHARS) }),
  };
  return { projectId: project.projectId, event: EVENT_OF[kind], at, row, facts };
}

/** @param read the run as it was read, whose keys no row keeps */
function runFacts({ ending, reason }: EndedRow, read: RunState | null): EventFacts {
  const asked = (read?.keysNeeded ?? []).filter(({ isGiven }) => isGiven === false).map(({ name }) => name);
  return {
    ...(ending === 'failed' && reason !== null && { [FILLED_REASON]: shorten(reason, MAX_FACT_CHARS) }),
    ...(asked.length > 0 && { [FILLED_KEYS]: shorten(asked.join(', '), MAX_FACT_CHARS) }),
  };
}

const deployFacts = ({ reason, refunded }: EndedRow): EventFacts => ({
  ...(reason !== null && { errorDetails: shorten(reason, MAX_FACT_CHARS) }),
  ...(refunded !== null && { creditRefunded: refunded }),
});

/** The last kept events of one kind of end. */
function keptEnds(sql: SqlStorage, projectId: string, event: string): KeptEvent[] {
  return sql
    .exec<{ row: string }>(
      `SELECT row FROM events WHERE project_id = ? AND event = ? AND ${IS_OF_WORK} ORDER BY seq DESC LIMIT ?`,
      projectId,
      event,
      2 * LOOKED_AT,
    )
    .toArray()
    .map(({ row }) => JSON.parse(row) as KeptEvent);
}

/** Whether an event reports the end of a row: as its evidence, or as the end that was read of it. */
function isAbout(event: KeptEvent, { id, evidence }: EndedRow): boolean {
  if (!isReadEnd(event)) return evidence.some((one) => one.from === 'event' && one.id === event.id);
  return event.work === id;
}

/** Marks a reached cap with the run that it ended. @returns whether an event changed */
function fillCaps(sql: SqlStorage, projectId: string, rows: readonly EndedRow[]): boolean {
  const capped = rows.flatMap(({ id, evidence }) =>
    evidence.flatMap(({ from, at }) => (from === 'cap' ? { id, at } : [])),
  );
  if (capped.length === 0) return false;
  let isChanged = false;
  for (const event of keptEnds(sql, projectId, CAP_REACHED)) {
    const of = capped.find(({ at }) => at === event.at);
    if (of === undefined || event.work === of.id) continue;
    writeEvent(sql, { ...event, work: of.id });
    isChanged = true;
  }
  return isChanged;
}

/** Writes what is known of a kept event now. */
export const writeEvent = (sql: SqlStorage, event: KeptEvent) =>
  sql.exec('UPDATE events SET row = ? WHERE seq = ?', JSON.stringify(fitRow(event)), event.seq);

/** @returns whether the event did not say it already */
function fill(sql: SqlStorage, known: KeptEvent, { row: of, facts }: ReadEnd): boolean {
  const about = aboutOf(of);
  const saysAll = FILLED.every((name) => facts[name] === undefined || facts[name] === known.facts[name]);
  if (saysAll && known.work === about.work && known.call === about.call) return false;
  const { call: _, ...event } = known;
  writeEvent(sql, { ...event, ...about, facts: { ...facts, ...known.facts, ...filledIn({ facts }) } });
  return true;
}
