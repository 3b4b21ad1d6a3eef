import { type InstantMs, MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { ProjectState } from '../snapshot/project-state.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Announcement } from './announcement.ts';
import { newsOf } from './news.ts';
import type { Step } from './open-close.ts';
import { wellRead } from './rule.ts';
import type { AttentionState } from './state.ts';

/** An event and a reading that tell of one ending may differ by this much. */
const SAME_ENDING_MS = MINUTE_MS;

type Work = { key: string; startedAt: InstantMs | null; announcement: Announcement | null; active: boolean };

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
  for (const work of read.data.items.flatMap(worksOf)) {
    if (work.active) {
      running[work.key] = work.startedAt ?? state.running[work.key] ?? read.readAt;
      continue;
    }
    const since = state.running[work.key];
    if (since === undefined || !work.announcement) continue;
    const told = finished[work.key];
    if (told && told.at >= since - 5 * SECOND_MS) continue;
    finished[work.key] = { at: work.announcement.at, by: 'reading' };
    announcements.push({ ...work.announcement, key: `${work.key}@${since}` });
  }
  return { state: { ...state, running, finished }, announcements };
}

/** A run or deploy that an event says has ended, unless a reading has told of the same ending. */
export function finishedByEvent(state: AttentionState, event: KeptEvent): Step {
  const news = newsOf(event);
  if (!news) return { state, announcements: [] };
  const key = finishedKey(news);
  if (!key) return { state, announcements: [news] };
  const told = state.finished[key] ?? { at: 0, by: 'event' };
  if (told.by === 'reading' && Math.abs(told.at - event.at) < SAME_ENDING_MS)
    return { state, announcements: [] };
  const startedAt = state.running[key] ?? event.at + 1;
  const about =
    news.about.kind === 'run-finished' || news.about.kind === 'deploy-finished'
      ? {
          ...news.about,
          durationMs: news.about.durationMs ?? (startedAt > event.at ? null : event.at - startedAt),
        }
      : news.about;
  return {
    state:
      event.at < told.at
        ? state
        : { ...state, finished: { ...state.finished, [key]: { at: event.at, by: 'event' } } },
    announcements: [{ ...news, about }],
  };
}

function finishedKey(news: Announcement): string | null {
  if (news.about.kind === 'run-finished') return `run:${news.projectId}`;
  if (news.about.kind === 'deploy-finished') return `deploy:${news.projectId}`;
  return null;
}

function worksOf(project: ProjectState): Work[] {
  return [runOf(project), deployOf(project)].filter((work) => work !== null);
}

function runOf({ projectId, run }: ProjectState): Work | null {
  if (!run) return null;
  const key = `run:${projectId}`;
  if (run.phase === 'running') return { key, startedAt: run.startedAt, announcement: null, active: true };
  const ended = run.phase === 'finished' || run.phase === 'failed' || run.phase === 'stopped';
  if (!ended || run.finishedAt === null) return { key, startedAt: null, announcement: null, active: false };
  const durationMs = run.startedAt === null ? null : run.finishedAt - run.startedAt;
  return {
    key,
    startedAt: run.startedAt,
    active: false,
    announcement: {
      key,
      noticeId: `run-finished:${projectId}`,
      severity: run.phase === 'failed' ? 'warning' : 'note',
      projectId,
      about: {
        kind: 'run-finished',
        outcome: run.phase === 'finished' || run.phase === 'failed' ? run.phase : 'stopped',
        durationMs,
        credits: run.creditsSpent,
      },
      at: run.finishedAt,
    },
  };
}

function deployOf({ projectId, deploy, productionUrl }: ProjectState): Work | null {
  if (!deploy) return null;
  const key = `deploy:${projectId}`;
  if (deploy.phase === 'deploying')
    return { key, startedAt: deploy.startedAt, announcement: null, active: true };
  if ((deploy.phase !== 'live' && deploy.phase !== 'failed') || deploy.finishedAt === null) {
    return { key, startedAt: null, announcement: null, active: false };
  }
  return {
    key,
    startedAt: deploy.startedAt,
    active: false,
    announcement: {
      key,
      noticeId: `deploy-finished:${projectId}`,
      severity: deploy.phase === 'failed' ? 'warning' : 'note',
      projectId,
      about: {
        kind: 'deploy-finished',
        outcome: deploy.phase,
        durationMs: deploy.startedAt === null ? null : deploy.finishedAt - deploy.startedAt,
        liveUrl: deploy.liveUrl ?? productionUrl,
        refunded: deploy.creditRefunded ?? false,
      },
      at: deploy.finishedAt,
    },
  };
}
