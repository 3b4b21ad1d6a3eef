import { buildFactsOf } from '../../shared/attention/build-facts.ts';
import { workKey } from '../../shared/attention/news.ts';
import type { GuardRequest } from '../../shared/edge-api/guards.ts';
import { deployEnding } from '../../shared/endings/deploy-ending.ts';
import { deployEndingOfEvent, runEndingOfEvent } from '../../shared/endings/event-ending.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { READ_START } from '../../shared/snapshot/read-ends.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { costOf, endedWork, runningWork } from '../../shared/snapshot/work.ts';
import { canBuild } from '../../shared/spending/readiness.ts';
import { committedCredits } from '../../shared/spending/runs.ts';
import { verdictOf } from '../../shared/spending/verdict.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import type { HourBrowser } from './browser.ts';
import type { Ended, KnownProject, ServiceKnows } from './service-knows.ts';

/** What the service does not know. */
export interface Happened {
  /** Ids of the events of failures that somebody has seen. */
  readonly seen: Set<string>;
  /** Projects of which a run reached its budget, and nobody has seen it. */
  readonly budgetsReached: Set<string>;
  /** Ids of runs that somebody stopped elsewhere. */
  readonly stoppedElsewhere: Set<string>;
  /** Each crossing, as `<kind> of <project>`. */
  readonly capsCrossed: string[];
  /** Guards that refuse prompts, by project, and since when: what ended before does not count. */
  readonly guards: Map<string, { guard: GuardRequest; setAt: InstantMs }>;
}

/** Needs that follow from work and caps. */
const COMPARED: ReadonlySet<string> = new Set(['run-failed', 'deploy-failed', 'credit-cap', 'run-budget']);

/** Everything in which a browser differs from what the service knows, in one sentence each. */
export function snapshotDifferences(
  snapshot: Snapshot,
  { projects, credits }: ServiceKnows,
  happened: Happened,
): string[] {
  const found: string[] = [];
  const expect = (what: string, told: unknown, known: unknown) => {
    if (JSON.stringify(told) !== JSON.stringify(known))
      found.push(`${what}: told ${JSON.stringify(told)}, known ${JSON.stringify(known)}`);
  };
  const { account } = snapshot.sections;
  expect('balance', account.data?.credits.toFixed(2), credits.toFixed(2));
  for (const known of projects) {
    const { projectId } = known;
    const told = snapshot.sections.projects.data?.items.find((one) => one.projectId === projectId);
    const override = snapshot.guards?.overrides.find(
      (one) => one.projectId === projectId && one.category === 'development',
    );
    expect(`${projectId} runs`, told?.run?.phase === 'running', known.isRunning);
    expect(`${projectId} deploys`, told?.deploy?.phase === 'deploying', known.isDeploying);
    found.push(...lastEnded(known, 'run', told?.run ? told.run.ending : null));
    found.push(...lastEnded(known, 'deploy', told?.deploy ? deployEnding(told.deploy) : null));
    const run = latest(known, 'run');
    if (run && !known.isRunning)
      expect(`cost of ${projectId}'s run`, told?.run && costOf(told.run), run.cost);
    if (override?.state === 'set') expect(`cap of ${projectId}`, override.cap, known.cap);
    const items = snapshot.attention?.items.filter((one) => one.projectId === projectId) ?? [];
    const kinds = items.map(({ reason }) => reason.kind).filter((kind) => COMPARED.has(kind));
    const isBudget = override?.layers[0]?.kind === 'run-budget' && override.cap === known.cap;
    expect(`needs of ${projectId}`, kinds.toSorted(), needsOf(known, isBudget, happened).toSorted());
    expect(
      `Now of ${projectId}`,
      rowsOf(snapshot, projectId),
      rowsKnown(known, rowsOf(snapshot, projectId), snapshot.at),
    );
    const refusing = snapshot.guards?.refusing.filter((one) => one.projectId === projectId) ?? [];
    const number = refusedAt(known, happened);
    expect(
      `guards that refuse prompts of ${projectId}`,
      refusing.map((one) => one.number),
      number === null ? [] : [number],
    );
    expect(
      `verdict on ${projectId}`,
      verdictIn(snapshot, projectId),
      verdictKnown(known, isBudget, number === null ? undefined : happened.guards.get(projectId)?.guard),
    );
  }
  return found;
}

const latest = ({ ended }: KnownProject, kind: Ended['kind']) => ended.findLast((one) => one.kind === kind);

function lastEnded(known: KnownProject, kind: Ended['kind'], told: string | null): string[] {
  const isGoing = kind === 'run' ? known.isRunning : known.isDeploying;
  const endings: readonly (string | null)[] = isGoing ? [null] : (latest(known, kind)?.endings ?? [null]);
  if (endings.includes(told)) return [];
  return [`ending of ${known.projectId}'s ${kind}: told ${told}, known ${endings.join(' or ')}`];
}

/** Needs: a failure until a success or until seen, a cap until it is left, a reached budget until seen. */
function needsOf(known: KnownProject, isBudget: boolean, { seen, budgetsReached }: Happened): string[] {
  const failed = (kind: Ended['kind']) => {
    const work = known.ended.filter((one) => one.kind === kind);
    const last = work.findLast(({ endings }) => endings.includes('failed'));
    const since = last === undefined ? [] : work.slice(work.indexOf(last) + 1);
    const isOver = since.some(({ endings }) => endings.includes('succeeded'));
    return last !== undefined && !isOver && !seen.has(last.eventId) ? [`${kind}-failed`] : [];
  };
  const cap = known.isAtCap && !isBudget ? ['credit-cap'] : [];
  const budget = budgetsReached.has(known.projectId) ? ['run-budget'] : [];
  return [...failed('run'), ...failed('deploy'), ...cap, ...budget];
}

function verdictKnown(
  { isRunning, isBatch, isDeploying, isAtCap }: KnownProject,
  isBudget: boolean,
  refuses: GuardRequest | undefined,
): string {
  if (isRunning) return `working: ${isBatch ? 'batch' : 'agent'}-running`;
  if (isDeploying) return 'working: deployment-running';
  if (refuses) return `stopped: ${refuses.kind === 'failures' ? 'failure-guard' : refuses.kind}`;
  if (isAtCap) return `stopped: ${isBudget ? 'run-budget' : 'development-cap'}`;
  return 'free';
}

/** What browsers list as going on and as ended, of the newest run and deployment. */
function rowsOf(snapshot: Snapshot, projectId: string): string[] {
  const running = runningWork(snapshot, snapshot.at).map((row) => ({ ...row, says: 'goes on' }));
  const ended = endedWork(snapshot, snapshot.at).map((row) => ({
    ...row,
    says: `${row.ending} for ${row.credits}`,
  }));
  return [...running, ...ended]
    .filter((row) => row.projectId === projectId)
    .map(({ kind, says }) => `${kind} ${says}`)
    .toSorted();
}

/** The same by what the service knows, of a day; of several endings that may be said, the one that is. */
function rowsKnown(known: KnownProject, told: readonly string[], now: InstantMs): string[] {
  const row = (kind: Ended['kind'], isGoing: boolean): string[] => {
    const last = latest(known, kind);
    if (isGoing) return [`${kind} goes on`];
    if (last === undefined || now - last.startedAt >= DAY_MS) return [];
    const may = last.endings.map((ending) => `${kind} ${ending} for ${last.cost}`);
    return [may.find((one) => told.includes(one)) ?? may.join(' or ')];
  };
  return [...row('run', known.isRunning), ...row('deploy', known.isDeploying)].toSorted();
}

/** The number of its measure at which a guard refuses prompts; null where none does. */
function refusedAt({ projectId, ended, spentToday }: KnownProject, { guards }: Happened): number | null {
  const { guard, setAt } = guards.get(projectId) ?? {};
  if (guard?.kind === 'day-budget') return spentToday >= guard.credits ? spentToday : null;
  if (guard?.kind !== 'failures') return null;
  const runs = ended.filter((one) => one.kind === 'run' && one.startedAt > (setAt ?? 0));
  const since = runs.slice(runs.findLastIndex(({ endings }) => endings.includes('succeeded')) + 1);
  const failed = since.filter(({ endings }) => endings.includes('failed')).length;
  return failed >= guard.inARow ? failed : null;
}

function verdictIn(snapshot: Snapshot, projectId: string): string {
  const who = { now: snapshot.at, role: 'owner', link: null } as const;
  const facts = buildFactsOf(snapshot, { ...who, act: 'prompt', projectId });
  const answer = canBuild(facts, 'prompt', committedCredits(snapshot));
  const verdict = verdictOf(answer, snapshot.at);
  const cause = 'because' in verdict ? verdict.because?.cause.kind : undefined;
  return cause === undefined ? verdict.kind : `${verdict.kind}: ${cause}`;
}

/** Each run and deployment that ended is announced once, as it ended; each opening of a cap once. */
export function announcementDifferences(
  { heard }: HourBrowser,
  events: readonly KeptEvent[],
  { projects }: ServiceKnows,
  { capsCrossed }: Happened,
): string[] {
  const found: string[] = [];
  const keys = heard.map(({ key }) => key);
  for (const key of new Set(keys))
    if (keys.indexOf(key) !== keys.lastIndexOf(key)) found.push(`${key} was announced twice`);
  const ends = heard.filter(({ about }) => 'outcome' in about);
  for (const ended of projects.flatMap((project) => project.ended)) {
    const { eventId, kind, projectId } = ended;
    const isOfIt = (one: KeptEvent) =>
      one.projectId === projectId && one.facts[READ_START] === ended.startedAt;
    const kept = events.filter((one) => one.id === eventId || isOfIt(one));
    const names = kept.map(({ work }) => workKey(kind, projectId, work));
    const told = ends.filter(({ key }) => names.includes(key));
    const outcomes = told.map(({ about }) => String(about.outcome));
    if (outcomes.length !== 1 || !ended.endings.some((one) => one === outcomes[0]))
      found.push(`${eventId} was announced as [${outcomes}], and ended ${ended.endings.join(' or ')}`);
    for (const { about } of told)
      if (typeof about.credits === 'number' && about.credits !== ended.cost)
        found.push(`${eventId} was announced at ${about.credits}, and cost ${ended.cost}`);
  }
  const known = projects.reduce((sum, { ended }) => sum + ended.length, 0);
  if (ends.length !== known) found.push(`${ends.length} ends were announced, and ${known} happened`);
  const caps = heard.filter(({ about }) => ['credit-cap', 'run-budget'].includes(about.kind));
  const told = caps.map(({ about, projectId }) => `${about.kind} of ${projectId}`);
  if (told.toSorted().join() !== capsCrossed.toSorted().join())
    found.push(`caps announced: ${told.join()}; crossed: ${capsCrossed.join()}`);
  return found;
}

/** Each end stands once among the kept events, as it ended and with what it cost. */
export function eventDifferences(events: readonly KeptEvent[], { projects }: ServiceKnows): string[] {
  return projects
    .flatMap(({ reported }) => reported)
    .flatMap(({ eventId, kind, endings, cost }): string[] => {
      const kept = events.filter(({ id }) => id === eventId);
      const [one] = kept;
      if (one === undefined || kept.length > 1) return [`${eventId} is kept ${kept.length} times`];
      const ending = kind === 'run' ? runEndingOfEvent(one.facts) : deployEndingOfEvent(one.facts);
      const wrong = endings.some((known) => known === ending)
        ? []
        : [`${eventId} is kept as ${ending}, and ended ${endings.join(' or ')}`];
      const isOther = one.facts.creditsSpent !== undefined && one.facts.creditsSpent !== cost;
      return isOther
        ? [...wrong, `${eventId} is kept at ${one.facts.creditsSpent}, and cost ${cost}`]
        : wrong;
    });
}
