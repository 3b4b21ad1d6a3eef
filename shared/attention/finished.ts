import { type InstantMs, MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { DeployState, ProjectState, RunState } from '../snapshot/project-state.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Announcement, News } from './announcement.ts';
import { announceNews, newsOf } from './news.ts';
import type { Step } from './open-close.ts';
import { wellRead } from './rule.ts';
import type { AttentionState } from './state.ts';

/** An event and a reading that tell of one ending may differ by this much. */
const SAME_ENDING_MS = MINUTE_MS;

type Work = { key: string; startedAt: InstantMs | null; active: boolean; ended: Announcement | null };

/**
 * Runs and deploys that ended, seen as a change between two readings: the way without webhooks. What an event has
 * announced already is not announced again.
 */
export function finishedByReading(state: AttentionState, snapshot: Snapshot): Step {
  const read = wellRead(snapshot.sections.projects);
  if (!read) return { state, announcements: [] };
  const running: Record<string, InstantMs> = {};
  const finished = { ...state.finished };
  const announcements: Announcement[] = [];
  for (const { key, startedAt, active, ended } of read.data.items.flatMap(worksOf)) {
    const since = state.running[key];
    if (active) running[key] = startedAt ?? since ?? read.readAt;
    else if (since !== undefined && ended && (finished[key]?.at ?? 0) < since - 5 * SECOND_MS) {
      finished[key] = { at: ended.at, by: 'reading' };
      announcements.push({ ...ended, key: `${key}@${since}` });
    }
  }
  return { state: { ...state, running, finished }, announcements };
}

/** A run or deploy that an event says has ended, unless a reading has told of the same ending; and other news. */
export function finishedByEvent(state: AttentionState, event: KeptEvent): Step {
  const news = newsOf(event);
  if (!news || !event.projectId) return { state, announcements: [] };
  const announced = announceNews(news, event.projectId, event.at, `event:${event.id}`);
  if (!('durationMs' in news)) return { state, announcements: [announced] };
  const key = workKey(news.kind, event.projectId);
  const told = state.finished[key] ?? { at: 0, by: 'event' };
  if (told.by === 'reading' && Math.abs(told.at - event.at) < SAME_ENDING_MS)
    return { state, announcements: [] };
  const startedAt = state.running[key] ?? event.at + 1;
  const durationMs = news.durationMs ?? (startedAt > event.at ? null : event.at - startedAt);
  const ending = { at: event.at, by: 'event' as const };
  const finished = event.at < told.at ? state.finished : { ...state.finished, [key]: ending };
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

function runNews(run: RunState): News | null {
  const { phase: outcome, creditsSpent: credits } = run;
  if (outcome !== 'finished' && outcome !== 'failed' && outcome !== 'stopped') return null;
  return { kind: 'run-finished', outcome, durationMs: durationOf(run), credits };
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
