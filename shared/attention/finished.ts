import { deployEnding } from '../endings/deploy-ending.ts';
import { SAME_END_MS } from '../endings/ending.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import {
  costOf,
  type DeployState,
  endingOf,
  isOfSeveral,
  type ProjectState,
  type RunState,
} from '../snapshot/project-state.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type InstantMs, MINUTE_MS } from '../time.ts';
import type { AttentionState, Finished } from './item.ts';
import type { Step } from './lifecycle.ts';
import { type Announcement, announceNews, isFailedWork, type News, newsOf, readEndKey } from './news.ts';
import { wellRead } from './rule.ts';

/**
 * A reading that says how a run ended arrives within seconds of the event; after this time the ending is announced
 * without it.
 */
export const WAIT_FOR_ENDING_MS = 2 * MINUTE_MS;

type Work = { key: string; startedAt: InstantMs | null; active: boolean; ended: Announcement | null };

/**
 * Finds runs and deploys that ended between two readings, which needs no webhooks. Endings already announced by an
 * event are not announced again. What began and failed between two readings is found by the item that it opens.
 * @param former the state before any of this snapshot was applied
 */
export function finishedByReading(
  state: AttentionState,
  snapshot: Snapshot,
  former: AttentionState = state,
): Step {
  const { state: before, announcements } = announceWaiting(state, snapshot);
  const read = wellRead(snapshot.sections.projects);
  if (!read) return { state: before, announcements };
  const running: Record<string, InstantMs> = {};
  const finished = { ...before.finished };
  for (const { key, startedAt, active, ended } of read.data.items.flatMap(worksOf)) {
    const since = before.running[key];
    const began = startedAt ?? since;
    if (active) running[key] = startedAt ?? since ?? read.readAt;
    else if (since !== undefined && ended && waitsForEnding(ended, read.readAt)) running[key] = since;
    else if (since !== undefined && ended && began !== undefined && (finished[key]?.at ?? 0) < began) {
      finished[key] = finishedAfter(finished[key], { at: ended.at, by: 'reading' });
      announcements.push({ ...ended, key: readEndKey(key, began) });
    } else if (
      since === undefined &&
      ended &&
      opensItem(ended, startedAt, before.finished[key], state, former) &&
      before.endingsUnknown?.[key] === undefined
    ) {
      finished[key] = finishedAfter(finished[key], { at: ended.at, by: 'reading' });
      announcements.push({ ...ended, key: readEndKey(key, startedAt ?? ended.at) });
    }
  }
  return { state: { ...before, running, finished }, announcements };
}

/**
 * Announces work that an event reported as over, once a reading says how it ended or the wait is over. A run that
 * still shows as running is a batch of which one prompt ended.
 */
function announceWaiting(state: AttentionState, snapshot: Snapshot): Step {
  const endingsUnknown: AttentionState['endingsUnknown'] = {};
  const finished = { ...state.finished };
  const announcements: Announcement[] = [];
  const read = wellRead(snapshot.sections.projects);
  for (const [key, waiting] of Object.entries(state.endingsUnknown ?? {})) {
    const projectId = key.slice(key.indexOf(':') + 1);
    const project = read?.data.items.find((one) => one.projectId === projectId);
    const isRun = key === workKey('run-finished', projectId);
    const work = (isRun ? project?.run : project?.deploy) ?? null;
    const isActive = work?.phase === 'running' || work?.phase === 'deploying';
    const isLate = snapshot.at - waiting.at > WAIT_FOR_ENDING_MS;
    const isNext = work !== null && work.startedAt !== null && work.startedAt > waiting.at;
    if ((isRun && project?.run?.batch) || (isActive && !isNext && isLate)) continue;
    const isSame = !isNext && work?.finishedAt != null && work.finishedAt > waiting.at - SAME_END_MS;
    const news = isSame && project ? newsOfWork(project, isRun) : null;
    if (isLate || isNext || (news && news.outcome !== 'not-known')) {
      if (isToldByReading(state, key, waiting.at, work)) continue;
      const about = news ?? (isRun ? RUN_NOT_KNOWN : DEPLOY_NOT_KNOWN);
      announcements.push(announceNews(about, projectId, waiting.at, `event:${waiting.eventId}`));
      const at = Math.max(waiting.at, (isSame && work?.finishedAt) || 0);
      finished[key] = finishedAfter(finished[key], { at, by: 'event' });
    } else endingsUnknown[key] = waiting;
  }
  return { state: { ...state, endingsUnknown, finished }, announcements };
}

/**
 * Whether a reading announced the end that an event reports: one of about then, since which no other work is known to have
 * begun. @param work as last read
 */
function isToldByReading(
  { finished, running }: AttentionState,
  key: string,
  endedAt: InstantMs,
  work: Pick<RunState | DeployState, 'startedAt'> | null,
): boolean {
  const starts = [running[key], work?.startedAt];
  const known = finished[key];
  return (
    known !== undefined &&
    announcedByReading(known).some(
      (at) =>
        Math.abs(at - endedAt) < SAME_END_MS &&
        !starts.some((began) => began != null && began > at && began <= endedAt),
    )
  );
}

/**
 * Whether work failed of which nothing was announced since it began: it opens its item with this snapshot, not with the first
 * reading of all, or follows an end that was announced while the item is open.
 */
function opensItem(
  { about, noticeId, at }: Announcement,
  startedAt: InstantMs | null,
  last: Finished | undefined,
  state: AttentionState,
  former: AttentionState,
): boolean {
  const [item, known] = [state.items[noticeId], former.items[noticeId]];
  if (!isFailedWork(about) || item?.resolvedAt !== null || at < (state.since ?? 0)) return false;
  if (last !== undefined) return startedAt !== null && last.at < startedAt;
  return item.opening !== known?.opening && former.readAt[item.reason.kind] !== undefined;
}

/** As many ends as may follow each other before the sender gives up the event of the first. */
const EARLIER_MAX = 5;

const announcedByReading = ({ at, by, earlier = [] }: Finished): readonly InstantMs[] =>
  by === 'reading' ? [...earlier, at] : earlier;

/** The next end of a project's runs or deployments, which may be told before the event of the one before it arrives. */
function finishedAfter(before: Finished | undefined, next: Finished): Finished {
  const earlier = before === undefined ? [] : announcedByReading(before).slice(-EARLIER_MAX);
  return earlier.length === 0 ? next : { ...next, earlier };
}

const RUN_NOT_KNOWN: RunNews = {
  kind: 'run-finished',
  outcome: 'not-known',
  durationMs: null,
  credits: null,
};
const DEPLOY_NOT_KNOWN: DeployNews = {
  kind: 'deploy-finished',
  outcome: 'not-known',
  durationMs: null,
  liveUrl: null,
  refunded: false,
};

const newsOfWork = (project: ProjectState, isRun: boolean): RunNews | DeployNews | null =>
  isRun ? project.run && runNews(project.run) : project.deploy && deployNews(project.deploy, project);

function waitsForEnding({ about, at }: Announcement, readAt: InstantMs): boolean {
  return 'outcome' in about && about.outcome === 'not-known' && readAt - at < WAIT_FOR_ENDING_MS;
}

/**
 * Announces the end of a run or deploy reported by an event, unless a reading announced it first, and other news.
 * @param run the project's run as last read
 */
export function finishedByEvent(state: AttentionState, event: KeptEvent, run: RunState | null): Step {
  const news = newsOf(event);
  if (!news || !event.projectId) return { state, announcements: [] };
  if (news.kind === 'run-finished' && isAnnouncedWithBatch(run, event.at))
    return { state, announcements: [] };
  const announced = announceNews(news, event.projectId, event.at, `event:${event.id}`);
  if (!('durationMs' in news)) return { state, announcements: [announced] };
  const key = workKey(news.kind, event.projectId);
  const known: Finished = state.finished[key] ?? { at: 0, by: 'event' };
  // No further reading reports a late ending, or the ending of a run before the last.
  const isFresh = event.receivedAt - event.at < WAIT_FOR_ENDING_MS && event.at > known.at;
  // A reading after an end like one that was announced says whether it is another.
  if (news.outcome === 'not-known' && isFresh) return wait(state, news, event, event.projectId);
  if (isToldByReading(state, key, event.at, news.kind === 'run-finished' ? run : null))
    return { state, announcements: [] };
  const startedAt = state.running[key];
  const isOfIt = startedAt !== undefined && startedAt > known.at && startedAt <= event.at;
  const durationMs = news.durationMs ?? (isOfIt ? event.at - startedAt : null);
  const ending = finishedAfter(known, { at: event.at, by: 'event' });
  const finished = event.at < known.at ? state.finished : { ...state.finished, [key]: ending };
  return { state: { ...state, finished }, announcements: [{ ...announced, about: { ...news, durationMs } }] };
}

/** Waits for a reading that says how it ended. One reading tells of the last of several. */
function wait(
  state: AttentionState,
  { kind }: RunNews | DeployNews,
  event: KeptEvent,
  projectId: string,
): Step {
  const key = workKey(kind, projectId);
  const next = { at: event.at, eventId: event.id };
  const [last, before] = [next, state.endingsUnknown?.[key]].toSorted((a, b) => (b?.at ?? 0) - (a?.at ?? 0));
  const after = { ...state, endingsUnknown: { ...state.endingsUnknown, [key]: last ?? next } };
  if (before === undefined || isToldByReading(state, key, before.at, null))
    return { state: after, announcements: [] };
  const about = kind === 'run-finished' ? RUN_NOT_KNOWN : DEPLOY_NOT_KNOWN;
  return {
    state: after,
    announcements: [announceNews(about, projectId, before.at, `event:${before.eventId}`)],
  };
}

/** Whether a prompt of a batch ended then that is not its last: a batch is announced as one, once it is over. */
function isAnnouncedWithBatch(run: RunState | null, at: InstantMs): boolean {
  const ends = run?.promptEnds ?? [];
  const away = (end: (typeof ends)[number]) => Math.abs(end.at - at);
  const [nearest] = ends.toSorted((one, other) => away(one) - away(other));
  if (nearest === undefined || away(nearest) >= SAME_END_MS) return false;
  return run?.phase === 'running' || nearest !== ends.at(-1);
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

type RunNews = Extract<News, { kind: 'run-finished' }>;
type DeployNews = Extract<News, { kind: 'deploy-finished' }>;

function runNews(run: RunState): RunNews | null {
  const outcome = endingOf(run);
  if (outcome === null) return null;
  // Of a batch only the time of its last prompt is known.
  const durationMs = isOfSeveral(run) ? null : durationOf(run);
  return { kind: 'run-finished', outcome, durationMs, credits: costOf(run) };
}

function deployNews(deploy: DeployState, { productionUrl }: ProjectState): DeployNews | null {
  const outcome = deployEnding(deploy);
  if (outcome === null) return null;
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
