import { isSaid } from '../endings/ending.ts';
import type { DeployState, ProjectState, RunState } from '../snapshot/project-state.ts';
import { isOfSeveral } from '../snapshot/work.ts';
import { DAY_MS, type InstantMs, MINUTE_MS } from '../time.ts';
import { endOfRow, isRowOf, type KnownWork, knownEnd, wasFollowed } from '../work/row.ts';
import type { AttentionState } from './item.ts';
import type { Step } from './lifecycle.ts';
import { type Announcement, announceNews, type News, workKey } from './news.ts';
import { type Facts, wellRead } from './rule.ts';

/** How long an ending waits for the reading that says how it was, which follows the event within seconds. */
export const WAIT_FOR_ENDING_MS = 2 * MINUTE_MS;
/** Failures found later than this, which no event told of, are not announced. */
const TOLD_FOR_MS = 7 * DAY_MS;
/** How many of the newest rows are known as announced; what was numbered before them is over. */
const ANNOUNCED_MAX = 300;

/**
 * Announces the ends of runs and deployments by their rows, each row once, as soon as it says how it ended; a
 * batch is announced as one. What was over before rows were first looked at is never announced.
 */
export function announceEnds(state: AttentionState, snapshot: Facts): Step {
  const { since, rows } = state.announced ?? { since: snapshot.at, rows: [] };
  const [oldest = 0] = rows.length < ANNOUNCED_MAX ? [] : rows;
  const projects = wellRead(snapshot.sections.projects)?.data.items ?? [];
  // What waited is looked at each time, so that what is gone waits no more.
  const waiting: Record<number, { projectId: string; until: InstantMs | null }> = {};
  const announced = [...rows];
  const announcements: Announcement[] = [];
  for (const work of worksIn(snapshot.work ?? [])) {
    const row = work.findLast(wasRead) ?? work[0];
    const { id, projectId } = row;
    const project = projects.find((one) => one.projectId === projectId) ?? null;
    const at = endOfRow(row);
    if (announced.includes(id) || id < oldest || at === null || at < since) continue;
    if (!isAnnounced(work, at, snapshot.at)) continue;
    if (goesOn(work, project)) {
      waiting[id] = { projectId, until: null };
      continue;
    }
    const news = newsOfWork(work, row, project);
    const isLatest = work.includes(latest(snapshot.work, row));
    // Readings tell of the latest only.
    if (isGuessed(row, news) && isLatest && snapshot.at - at <= WAIT_FOR_ENDING_MS) {
      waiting[id] = { projectId, until: at + WAIT_FOR_ENDING_MS + 1 };
      continue;
    }
    const key = workKey(row.kind, projectId, id);
    announcements.push({ ...announceNews(news, projectId, at, key), work: id });
    announced.push(id);
  }
  const newest = announced.toSorted((one, other) => one - other).slice(-ANNOUNCED_MAX);
  return {
    state: { ...state, waiting, announced: { since, rows: newest } },
    announcements: announcements.toSorted((one, other) => one.at - other.at),
  };
}

/** Whether the ending is only inferred, at most from a stop or a reached cap: a reading may correct it. */
const isGuessed = ({ over, evidence }: KnownWork, { outcome }: RunNews | DeployNews): boolean =>
  outcome === 'not-known' ||
  (over === 'event' && !evidence.some((one) => 'ending' in one && one.ending === outcome));

const latest = (rows: Facts['work'] = [], { kind, projectId }: KnownWork) =>
  rows.findLast((one) => one.kind === kind && one.projectId === projectId) as KnownWork;

const wasRead = ({ evidence }: KnownWork): boolean => evidence.some(({ from }) => from === 'reading');

type Work = readonly [KnownWork, ...KnownWork[]];

/** Runs and deployments, the prompts of a batch together. */
function worksIn(rows: readonly KnownWork[]): Work[] {
  const ended = rows.filter(({ kind }) => kind === 'run' || kind === 'deploy');
  const of = ({ id, projectId, batch }: KnownWork) => (batch ? `${projectId} ${batch.startedAt}` : id);
  return [...Map.groupBy(ended, of).values()] as unknown as Work[];
}

/** Whether its end is news: an event told of it, it was begun here or seen at work, or it failed. */
const isAnnounced = (work: Work, at: InstantMs, now: InstantMs): boolean =>
  work.every(({ over }) => over !== null) &&
  work.some(
    (row) =>
      row.hasEvent ||
      (row.over === 'reading' && (wasFollowed(row) || (row.ending === 'failed' && now - at < TOLD_FOR_MS))),
  );

/**
 * Whether the project as read still shows the work as active: a batch of which events report the end of each
 * prompt, or work that is over by a reading that is not stored yet.
 */
function goesOn(work: Work, project: ProjectState | null): boolean {
  const [{ kind }] = work;
  const state = project?.[kind as 'run' | 'deploy'] ?? null;
  const isShown = work.some((row) => isRowOf(row, state));
  if (project?.run?.batch && kind === 'run')
    return isShown || work.some(({ startedAt }) => startedAt === null);
  const isActive = state?.phase === 'running' || state?.phase === 'deploying';
  return isShown && isActive && !work.some(({ hasEvent }) => hasEvent);
}

type RunNews = Extract<News, { kind: 'run-finished' }>;
type DeployNews = Extract<News, { kind: 'deploy-finished' }>;

/** @param row the last that began */
function newsOfWork(work: Work, row: KnownWork, project: ProjectState | null): RunNews | DeployNews {
  const { kind, startedAt, ending, credits, refunded, capped } = row;
  const known = isSaid(ending) ? ending : null;
  const read = <T extends RunState | DeployState>(state: T | null | undefined): T | null =>
    state && work.some((one) => isRowOf(one, state)) ? state : null;
  const durationMs = lasted(startedAt, knownEnd(row));
  if (kind === 'run') {
    const run = read(project?.run);
    const isOne = work.length === 1;
    // How a batch ended as a whole is read; of it only the time of its last prompt is known.
    const failed = work.find((one) => one.ending === 'failed')?.ending;
    const outcome = (isOne ? known : null) ?? run?.ending ?? failed ?? known ?? 'not-known';
    const isWhole = isOne && !(run && isOfSeveral(run));
    return {
      kind: 'run-finished',
      outcome,
      durationMs: isWhole ? durationMs : null,
      credits: isWhole ? credits : null,
      ...(outcome === 'capped' && capped !== null && { cause: capped.by === null ? 'cap' : 'guard' }),
    };
  }
  const deploy = read(project?.deploy);
  return {
    kind: 'deploy-finished',
    outcome: known === 'succeeded' || known === 'failed' ? known : 'not-known',
    durationMs,
    liveUrl: deploy && (deploy.liveUrl ?? project?.productionUrl ?? null),
    refunded: refunded ?? false,
  };
}

const lasted = (startedAt: InstantMs | null, finishedAt: InstantMs | null): number | null =>
  startedAt === null || finishedAt === null ? null : finishedAt - startedAt;
