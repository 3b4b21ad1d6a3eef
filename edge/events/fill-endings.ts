import { deployEnding } from '../../shared/endings/deploy-ending.ts';
import { SAME_END_MS } from '../../shared/endings/ending.ts';
import {
  deployEndingOfEvent,
  FILLED_ENDING,
  FILLED_REASON,
  runEndingOfEvent,
} from '../../shared/endings/event-ending.ts';
import type { EventFacts, KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { endingOf, type ProjectState, promptEndingOf } from '../../shared/snapshot/project-state.ts';
import type { InstantMs } from '../../shared/time.ts';
import { fitRow, MAX_FACT_CHARS, shorten } from './event-row.ts';

/** What a reading tells of one end. */
interface Told {
  event: 'agent.prompt.finished' | 'deployment.finished';
  at: InstantMs;
  facts: EventFacts;
}

/**
 * Fills how work ended, what it cost, and the agent's words on a failure into the kept events that report its end: events
 * alone don't say, and a later run replaces the reading. What is shown of an old run is then what was shown when it ended.
 * Rows that contain it already are not written.
 * @returns whether an event changed
 */
export function fillEndings(sql: SqlStorage, projects: readonly ProjectState[]): boolean {
  let isChanged = false;
  for (const project of projects)
    for (const told of [...runsTold(project), deployTold(project)])
      if (told !== null && fill(sql, project.projectId, told)) isChanged = true;
  return isChanged;
}

/** What was filled into an event. */
export function filledIn({ facts }: KeptEvent): EventFacts {
  const { [FILLED_ENDING]: ending, creditsSpent, [FILLED_REASON]: reason } = facts;
  if (ending === undefined) return {};
  return {
    [FILLED_ENDING]: ending,
    ...(creditsSpent !== undefined && { creditsSpent }),
    ...(reason !== undefined && { [FILLED_REASON]: reason }),
  };
}

/** A run's end, or those of a batch's prompts, of which each is reported by an event. */
function runsTold({ run }: ProjectState): Told[] {
  const event = 'agent.prompt.finished';
  const prompts = (run?.promptEnds ?? []).map(
    ({ at, ending }): Told => ({ event, at, facts: { [FILLED_ENDING]: ending } }),
  );
  const ending = run && endingOf(run);
  if (!run || !ending || ending === 'not-known' || run.finishedAt === null) return prompts;
  const { creditsSpent, finishedAt: at, lastMessage } = run;
  const own = promptEndingOf(run) ?? ending;
  const facts = {
    [FILLED_ENDING]: own,
    ...(creditsSpent !== null && { creditsSpent }),
    ...(own === 'failed' &&
      lastMessage !== null && { [FILLED_REASON]: shorten(lastMessage, MAX_FACT_CHARS) }),
  };
  const others = prompts.filter((one) => run.startedAt === null || one.at < run.startedAt);
  return [...others, { event, at, facts }];
}

function deployTold({ deploy }: ProjectState): Told | null {
  const ending = deploy && deployEnding(deploy);
  if (!deploy || !ending || ending === 'not-known' || deploy.finishedAt === null) return null;
  return { event: 'deployment.finished', at: deploy.finishedAt, facts: { [FILLED_ENDING]: ending } };
}

function fill(sql: SqlStorage, projectId: string, { event, at, facts }: Told): boolean {
  const rows = sql
    .exec<{ row: string }>(
      "SELECT row FROM events WHERE project_id = ? AND event = ? AND signer = 'account' ORDER BY seq DESC LIMIT 5",
      projectId,
      event,
    )
    .toArray();
  const known = rows
    .map(({ row }) => JSON.parse(row) as KeptEvent)
    .filter((one) => Math.abs(one.at - at) < SAME_END_MS)
    .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))[0];
  if (!known || saysAlready(known, facts)) return false;
  const row = fitRow({ ...known, facts: { ...facts, ...known.facts, ...facts } });
  sql.exec('UPDATE events SET row = ? WHERE seq = ?', JSON.stringify(row), known.seq);
  return true;
}

function saysAlready({ event, facts: known }: KeptEvent, facts: EventFacts): boolean {
  const ending = event === 'deployment.finished' ? deployEndingOfEvent(known) : runEndingOfEvent(known);
  return (
    ending === facts[FILLED_ENDING] &&
    ['creditsSpent', FILLED_REASON].every((name) => facts[name] === undefined || facts[name] === known[name])
  );
}
