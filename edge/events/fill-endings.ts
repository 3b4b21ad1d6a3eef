import { deployEnding } from '../../shared/endings/deploy-ending.ts';
import {
  deployEndingOfEvent,
  FILLED_ENDING,
  FILLED_KEYS,
  FILLED_REASON,
  runEndingOfEvent,
} from '../../shared/endings/event-ending.ts';
import type { EventFacts, KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { endingOf, type ProjectState, promptEndingOf } from '../../shared/snapshot/project-state.ts';
import { areSameRead, READ_START, reportsRead } from '../../shared/snapshot/read-ends.ts';
import type { InstantMs } from '../../shared/time.ts';
import { fitRow, MAX_FACT_CHARS, shorten } from './event-row.ts';

/** What a reading tells of one end. */
export interface ReadEnd {
  projectId: string;
  event: 'agent.prompt.finished' | 'deployment.finished';
  at: InstantMs;
  facts: EventFacts;
}

/**
 * Fills how work ended, what it cost, and the agent's words on a failure into the kept events that report its end: events
 * alone don't say, and a later run replaces the reading. What is shown of an old run is then what was shown when it ended.
 * Rows that contain it already are not written.
 * @returns whether an event changed, and the ends that no event reports
 */
export function fillEndings(
  sql: SqlStorage,
  projects: readonly ProjectState[],
): { isChanged: boolean; unreported: ReadEnd[] } {
  let isChanged = false;
  const unreported: ReadEnd[] = [];
  for (const project of projects)
    for (const read of [...runsRead(project), ...deployRead(project)]) {
      const known = reportOf(sql, read);
      if (known === null) unreported.push(read);
      else if (fill(sql, known, read.facts)) isChanged = true;
    }
  return { isChanged, unreported };
}

/** An end that no event reports, as an event of the edge in the words of the service's; kept once. */
export function arrivalOfRead({ projectId, event, at, facts }: ReadEnd) {
  const data = { projectId, ...facts };
  const body = { event, timestamp: new Date(at).toISOString(), data };
  return {
    ...{ event, projectId, at, data },
    ...{ signer: 'edge' as const, source: 'edge' as const, digest: null },
    id: `read:${event}:${projectId}:${at}`,
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}

const FILLED = [FILLED_ENDING, 'creditsSpent', FILLED_REASON, FILLED_KEYS, READ_START] as const;

/** What was filled into an event. */
export function filledIn({ facts }: Pick<KeptEvent, 'facts'>): EventFacts {
  if (facts[FILLED_ENDING] === undefined) return {};
  return Object.fromEntries(
    FILLED.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])),
  );
}

/** A run's end, or those of a batch's prompts, of which each is reported by an event. */
function runsRead({ projectId, run }: ProjectState): ReadEnd[] {
  const of = { projectId, event: 'agent.prompt.finished' } as const;
  const prompts = (run?.promptEnds ?? []).map(
    ({ at, ending }): ReadEnd => ({ ...of, at, facts: { [FILLED_ENDING]: ending } }),
  );
  const ending = run && endingOf(run);
  if (!run || !ending || ending === 'not-known' || run.finishedAt === null) return prompts;
  const { creditsSpent, startedAt, finishedAt: at, lastMessage, prompt, keysNeeded = [] } = run;
  const own = promptEndingOf(run) ?? ending;
  const asked = keysNeeded.filter(({ isGiven }) => isGiven === false).map(({ name }) => name);
  const facts = {
    [FILLED_ENDING]: own,
    ...(creditsSpent !== null && { creditsSpent }),
    ...(own === 'failed' &&
      lastMessage !== null && { [FILLED_REASON]: shorten(lastMessage, MAX_FACT_CHARS) }),
    ...(asked.length > 0 && { [FILLED_KEYS]: shorten(asked.join(', '), MAX_FACT_CHARS) }),
    ...began(startedAt),
    ...(prompt && { prompt: shorten(prompt, MAX_FACT_CHARS) }),
  };
  const others = prompts.filter((one) => startedAt === null || one.at < startedAt);
  return [...others, { ...of, at, facts }];
}

function deployRead({ projectId, deploy }: ProjectState): ReadEnd[] {
  const ending = deploy && deployEnding(deploy);
  if (!deploy || !ending || ending === 'not-known' || deploy.finishedAt === null) return [];
  const { startedAt, finishedAt: at, errorText, creditRefunded } = deploy;
  const facts = {
    [FILLED_ENDING]: ending,
    ...began(startedAt),
    ...(errorText !== null && { errorDetails: shorten(errorText, MAX_FACT_CHARS) }),
    ...(creditRefunded !== null && { creditRefunded }),
  };
  return [{ projectId, event: 'deployment.finished', at, facts }];
}

const began = (startedAt: InstantMs | null) => startedAt !== null && { [READ_START]: startedAt };

/** The kept event that reports an end, or the end itself as it was read before. */
function reportOf(sql: SqlStorage, read: ReadEnd): KeptEvent | null {
  const rows = sql
    .exec<{ row: string }>(
      "SELECT row FROM events WHERE project_id = ? AND event = ? AND signer <> 'project' ORDER BY seq DESC LIMIT 9",
      read.projectId,
      read.event,
    )
    .toArray();
  const away = (one: KeptEvent) => Math.abs(one.at - read.at);
  const known = rows.map(({ row }) => JSON.parse(row) as KeptEvent);
  const [nearest] = known
    .filter((one) => (one.source === 'edge' ? areSameRead(one, read) : reportsRead(one, read)))
    .toSorted(
      (one, other) =>
        Number(one.source === 'edge') - Number(other.source === 'edge') || away(one) - away(other),
    );
  return nearest ?? null;
}

/** @returns whether the event did not say it already */
function fill(sql: SqlStorage, known: KeptEvent, facts: EventFacts): boolean {
  if (saysAlready(known, facts)) return false;
  const row = fitRow({ ...known, facts: { ...facts, ...known.facts, ...filledIn({ facts }) } });
  sql.exec('UPDATE events SET row = ? WHERE seq = ?', JSON.stringify(row), known.seq);
  return true;
}

function saysAlready({ event, facts: known }: KeptEvent, facts: EventFacts): boolean {
  const ending = event === 'deployment.finished' ? deployEndingOfEvent(known) : runEndingOfEvent(known);
  return (
    ending === facts[FILLED_ENDING] &&
    FILLED.slice(1).every((name) => facts[name] === undefined || facts[name] === known[name])
  );
}
