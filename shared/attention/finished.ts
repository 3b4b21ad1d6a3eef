import type { KeptEvent } from '../snapshot/kept-event.ts';
import { type DeployState, endingOf, type ProjectState, type RunState } from '../snapshot/project-state.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../time.ts';
import type { AttentionState } from './item.ts';
import type { Step } from './lifecycle.ts';
import { type Announcement, announceNews, type News, newsOf } from './news.ts';
import { wellRead } from './rule.ts';

/** An event and a reading of the same ending may differ by this much. */
const SAME_ENDING_MS = MINUTE_MS;

/**
 * A reading that says how a run ended arrives within seconds of the event; after this time the ending is announced
 * without it.
 */
export const WAIT_FOR_ENDING_MS = 2 * MINUTE_MS;

type Work = { key: string; startedAt: InstantMs | null; active: boolean; ended: Announcement | null };

/**
 * Finds runs and deploys that ended between two readings, which needs no webhooks. Endings already announced by an
 * event are not announced again.
 */
export function finishedByReading(state: AttentionState, snapshot: Snapshot): Step {
  const { state: before, announcements } = announceWaiting(state, snapshot);
  const read = wellRead(snapshot.sections.projects);
  if (!read) return { state: before, announcements };
  const running: Record<string, InstantMs> = {};
  const finished = { ...before.finished };
  for (const { key, startedAt, active, ended } of read.data.items.flatMap(worksOf)) {
    const since = before.running[key];
    if (active) running[key] = startedAt ?? since ?? read.readAt;
    else if (since !== undefined && ended && waitsForEnding(ended, read.readAt)) running[key] = since;
    else if (since !== undefined && ended && (finished[key]?.at ?? 0) < since - 5 * SECOND_MS) {
      finished[key] = { at: ended.at, by: 'reading' };
      announcements.push({ ...ended, key: `${key}@${since}` });
    }
  }
  return { state: { ...before, running, finished }, announcements };
}

/**
 * Announces runs that an event reported as over, once a reading says how they ended or the wait is over. A run that
 * still shows as running is a batch of which one prompt ended.
 */
function announceWaiting(state: AttentionState, snapshot: Snapshot): Step {
  const untold: AttentionState['untold'] = {};
  const finished = { ...state.finished };
  const announcements: Announcement[] = [];
  const read = wellRead(snapshot.sections.projects);
  for (const [projectId, waiting] of Object.entries(state.untold ?? {})) {
    const key = workKey('run-finished', projectId);
    const run = read?.data.items.find((project) => project.projectId === projectId)?.run ?? null;
    const isLate = snapshot.at - waiting.at > WAIT_FOR_ENDING_MS;
    const isNext = run?.phase === 'running' && run.startedAt !== null && run.startedAt > waiting.at;
    if (run?.batch || (run?.phase === 'running' && !isNext && isLate)) continue;
    const news =
      run && run.finishedAt !== null && run.finishedAt > waiting.at - SAME_ENDING_MS ? runNews(run) : null;
    if (isLate || isNext || (news && news.outcome !== 'untold')) {
      const about = news ?? { kind: 'run-finished', outcome: 'untold', durationMs: null, credits: null };
      announcements.push(announceNews(about, projectId, waiting.at, `event:${waiting.eventId}`));
      finished[key] = { at: Math.max(waiting.at, run?.finishedAt ?? 0), by: 'event' };
    } else untold[projectId] = waiting;
  }
  return { state: { ...state, untold, finished }, announcements };
}

function waitsForEnding({ about, at }: Announcement, readAt: InstantMs): boolean {
  return 'outcome' in about && about.outcome === 'untold' && readAt - at < WAIT_FOR_ENDING_MS;
}

/** Announces the end of a run or deploy reported by an event, unless a reading announced it first, and other news. */
export function finishedByEvent(state: AttentionState, event: KeptEvent): Step {
  const news = newsOf(event);
  if (!news || !event.projectId) return { state, announcements: [] };
  const announced = announceNews(news, event.projectId, event.at, `event:${event.id}`);
  if (!('durationMs' in news)) return { state, announcements: [announced] };
  const key = workKey(news.kind, event.projectId);
  const known = state.finished[key] ?? { at: 0, by: 'event' };
  if (known.by === 'reading' && Math.abs(known.at - event.at) < SAME_ENDING_MS)
    return { state, announcements: [] };
  // No further reading reports a late ending, or the ending of a run before the last.
  const isFresh = event.receivedAt - event.at < WAIT_FOR_ENDING_MS && event.at > known.at;
  if (news.kind === 'run-finished' && news.outcome === 'untold' && isFresh) {
    const earlier = state.untold?.[event.projectId];
    if (earlier && earlier.at >= event.at) return { state, announcements: [] };
    const untold = { ...state.untold, [event.projectId]: { at: event.at, eventId: event.id } };
    return { state: { ...state, untold }, announcements: [] };
  }
  const startedAt = state.running[key] ?? event.at + 1;
  const durationMs = news.durationMs ?? (startedAt > event.at ? null : event.at - startedAt);
  const ending = { at: event.at, by: 'event' as const };
  const finished = event.at < known.at ? state.finished : { ...state.finished, [key]: ending };
  return { state: { ...state, finished }, announcements: [{ ...announced, about: { ...news, durationMs } }] };
}

const WORK = { 'run-finished': 'run', 'deploy-finished': 'deploy' } as const;
type Ending = keyof typeof WORK;

function workKey(ending: Ending, projectId: string): string {
  return `${WORK[ending]}:${projectId}`;
}

function worksOf(project: ProjectState): Work[] {
  const { run, deploy } = project;
  return [
    ...(run ? [workOf(project, 'run-finished', run, runNews(run))] : []),
    ...(deploy ? [workOf(project, 'deploy-finished', deploy, deployNews(deploy, project))] : []),
  ];
}

function workOf(
  project: ProjectState,
  ending: Ending,
  work: RunState | DeployState,
  news: News | null,
): Work {
  const key = workKey(ending, project.projectId);
  const active = work.phase === 'running' || work.phase === 'deploying';
  const ended =
    news && work.finishedAt !== null ? announceNews(news, project.projectId, work.finishedAt, key) : null;
  return { key, active, ended, startedAt: work.startedAt };
}

function runNews(run: RunState): Extract<News, { kind: 'run-finished' }> | null {
  const outcome = endingOf(run);
  if (outcome === null) return null;
  return { kind: 'run-finished', outcome, durationMs: durationOf(run), credits: run.creditsSpent };
}

function deployNews(deploy: DeployState, { productionUrl }: ProjectState): News | null {
  const { phase: outcome } = deploy;
  if (outcome !== 'live' && outcome !== 'failed') return null;
  return {
    kind: 'deploy-finished',
    outcome,
    durationMs: durationOf(deploy),
    liveUrl: deploy.liveUrl ?? productionUrl,
    refunded: deploy.creditRefunded ?? false,
  };
}

function durationOf({ startedAt, finishedAt }: RunState | DeployState): number | null {
  return startedAt === null || finishedAt === null ? null : finishedAt - startedAt;
}
