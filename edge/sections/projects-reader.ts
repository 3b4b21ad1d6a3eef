import type { ProjectListItem, ProjectRecord } from '../../shared/builder-api/projects.ts';
import { entryOf } from '../../shared/entries.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import {
  keysAreUnreported,
  projectOfItem,
  projectOfRecord,
  shownDeploy,
  shownRun,
  unknownRun,
  withKeysGiven,
} from '../../shared/snapshot/project-reading.ts';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import { SERVICE_CACHE_MS, withWork } from '../../shared/snapshot/project-work.ts';
import { RECENT_PROJECTS_MAX } from '../../shared/snapshot/snapshot.ts';
import { DAY_MS, HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { Evidence } from '../../shared/work/evidence.ts';
import type { KnownWork } from '../../shared/work/row.ts';
import type { CallService } from '../builder-api/client.ts';
import { totalOf } from '../builder-api/response.ts';
import { mapLimited } from '../object/concurrency.ts';
import { type BalanceWatch, hasFallen, noBalanceWatch, workFound } from './balance-watch.ts';
import type { ReadRoom, SectionData, SectionReader } from './reader.ts';

/** A project as last read, with when its details were read. */
export interface KnownProject {
  state: ProjectState;
  detailAt: InstantMs | null;
  /** When the agent's status was read; absent where it never was. */
  runReadAt?: InstantMs | undefined;
  /** Last change of the list item: a new one makes its details stale. */
  seenModifiedAt: InstantMs | null;
  stale: boolean;
  /** Its list item changed since the agent's status was read: a run may have finished unnoticed. */
  mayHaveRun?: boolean | undefined;
}

export interface ProjectsMemory {
  projects: Record<string, KnownProject>;
  /** Operations that responded "not available here", and until when they are not called. */
  unavailable: Record<string, InstantMs>;
  /** When the projects were last listed; absent before. */
  listedAt?: InstantMs | undefined;
  balance?: BalanceWatch | undefined;
}

export const noProjects: ProjectsMemory = { projects: {}, unavailable: {} };

/** How many of the most recently changed projects are tracked: one page of the list. */
export const FOLLOWED_PROJECTS_MAX = 100;
/** Projects changed this recently may be worked on at any time. */
export const WORKED_ON_MS = 7 * DAY_MS;

const PACE_MS = 30 * SECOND_MS;
const PACE_ACTIVE_MS = 12 * SECOND_MS;
/** Pace while a read had no capacity for all details. */
const PACE_UNFINISHED_MS = 2 * SECOND_MS;
const WIDTH = 4;
const ROTATION_OLD_MS = 30 * MINUTE_MS;
const UNAVAILABLE_FOR_MS = HOUR_MS;
/** Likely projects to look at when another change hides whether credits were spent. */
const BESIDE_A_CHANGE = 12;

export const isActive = ({ run, deploy }: ProjectState) =>
  run?.phase === 'running' || deploy?.phase === 'deploying';

type WorkOf = (projectId: string) => readonly KnownWork[];

/** @param workOf the latest rows of a project, with what was read a moment ago */
export const projectsReader = (workOf: WorkOf): SectionReader<SectionData<'projects'>, ProjectsMemory> => ({
  paceMs: (memory) => {
    const projects = Object.values(memory?.projects ?? {});
    if (projects.some(({ stale }) => stale)) return PACE_UNFINISHED_MS;
    return projects.some(({ state }) => isActive(state)) ? PACE_ACTIVE_MS : PACE_MS;
  },

  read: async (call, before, now, room) => {
    const known = before ?? noProjects;
    const listed = await call('listProjects', {
      query: { limit: String(FOLLOWED_PROJECTS_MAX), sortField: 'lastModified', sortDirection: 'desc' },
    });
    if (!listed.ok) return listed;
    const reading = new Reading(call, known, now, room, workOf);
    const projects = await reading.projects(listed.data.slice(0, FOLLOWED_PROJECTS_MAX));
    const memory: ProjectsMemory = {
      projects: Object.fromEntries(projects.map((project) => [project.state.projectId, project])),
      unavailable: reading.unavailable,
      listedAt: now,
      balance: reading.balance,
    };
    const data = { total: totalOf(listed.paging), items: shown(projects.map(({ state }) => state)) };
    return { ok: true, data, memory, partly: reading.failure };
  },
});

/** Projects in the snapshot: those with work in progress, however old, and the most recently changed. */
function shown(states: readonly ProjectState[]): ProjectState[] {
  const late = states.slice(RECENT_PROJECTS_MAX).filter(isActive).slice(0, RECENT_PROJECTS_MAX);
  let room = RECENT_PROJECTS_MAX - late.length;
  const active = states.slice(0, RECENT_PROJECTS_MAX).filter(isActive).length;
  room -= active;
  const recent = states
    .slice(0, RECENT_PROJECTS_MAX)
    .filter((state) => isActive(state) || room-- > 0)
    .slice(0, RECENT_PROJECTS_MAX);
  return [...recent, ...late].slice(0, RECENT_PROJECTS_MAX);
}

/** Whether anything is likely to be worked on; otherwise polling without a view is not worth it. */
export function isWorkedOn(memory: ProjectsMemory | null, now: InstantMs): boolean {
  if (memory === null) return true;
  return Object.values(memory.projects).some(
    ({ state }) => isActive(state) || now - (state.lastModifiedAt ?? 0) < WORKED_ON_MS,
  );
}

/** Whether some details are still to be read. */
export const isUnfinished = (memory: ProjectsMemory | null): boolean =>
  Object.values(memory?.projects ?? {}).some(({ stale }) => stale);

/** One pass over the listed projects: details of active ones, changed ones, and quiet ones in rotation. */
class Reading {
  unavailable: Record<string, InstantMs>;
  balance: BalanceWatch;
  failure: ServiceFailure | null = null;
  #callsLeft: number;
  readonly #call: CallService;
  readonly #before: ProjectsMemory;
  readonly #now: InstantMs;
  readonly #room: ReadRoom;
  readonly #workOf: WorkOf;

  constructor(call: CallService, before: ProjectsMemory, now: InstantMs, room: ReadRoom, workOf: WorkOf) {
    this.#call = call;
    this.#before = before;
    this.#now = now;
    this.#room = room;
    this.#workOf = workOf;
    this.#callsLeft = room.detailCalls;
    this.balance = before.balance ?? noBalanceWatch;
    this.unavailable = Object.fromEntries(
      Object.entries(before.unavailable).filter(([, until]) => until > now),
    );
  }

  async projects(items: readonly ProjectListItem[]): Promise<KnownProject[]> {
    const listed = items.map((item, index) => this.#listed(item, index));
    const likely = this.#mayHaveWork(listed);
    // The most recently changed are the likely ones.
    const seen = listed.map((project, index) =>
      index < likely && !isActive(project.state) ? { ...project, stale: true } : project,
    );
    const turn = new Set(
      seen
        .filter((project) => !project.stale && !isActive(project.state) && this.#isDue(project))
        .sort((one, other) => (one.detailAt ?? 0) - (other.detailAt ?? 0))
        .slice(0, this.#room.rotate),
    );
    // Projects with work in progress first: the calls may not suffice for all.
    const inOrder = seen.toSorted((one, other) => urgency(one) - urgency(other));
    const read = await mapLimited(inOrder, WIDTH, (project) => this.#detailed(project, turn.has(project)));
    const byId = new Map(read.map((project) => [project.state.projectId, project]));
    const projects = seen.flatMap(({ state }) => byId.get(state.projectId) ?? []);
    const found = seen.some((before, index) => {
      const after = projects[index];
      return after !== undefined && isActive(after.state) && !isActive(before.state);
    });
    if (found) this.balance = workFound(this.balance, this.#before.balance ?? noBalanceWatch);
    return projects;
  }

  /** Adds what is known of a listed project, and whether its details are due because it changed or is new. */
  #listed(item: ProjectListItem, index: number): KnownProject {
    const known = entryOf(this.#before.projects, item.projectId);
    const state = projectOfItem(item, known?.state ?? null);
    const isFollowed = index < RECENT_PROJECTS_MAX || this.#now - (state.lastModifiedAt ?? 0) < WORKED_ON_MS;
    const changed = known === undefined ? isFollowed : known.seenModifiedAt !== state.lastModifiedAt;
    const isNew = known === undefined && this.#before.listedAt !== undefined;
    return {
      state,
      detailAt: known?.detailAt ?? null,
      runReadAt: known?.runReadAt,
      seenModifiedAt: state.lastModifiedAt,
      stale: changed || (known?.stale ?? false),
      mayHaveRun: (changed && (known !== undefined || isNew)) || known?.mayHaveRun,
    };
  }

  /** Returns how many projects to read in detail: credits went without known work, or may have. */
  #mayHaveWork(projects: readonly KnownProject[]): number {
    const isExplained = projects.some(({ stale }) => stale);
    const isWorking = Object.values(this.#before.projects).some(({ state }) => isActive(state));
    const { moves, likely } = this.#room;
    const change = hasFallen(this.balance, moves, this.#now, isExplained, isWorking, likely);
    this.balance = change.watch;
    if (change.isUnexplained) return likely;
    return change.mayHideMore === true ? Math.min(likely, BESIDE_A_CHANGE) : 0;
  }

  #isDue({ detailAt, state }: KnownProject): boolean {
    if (detailAt === null) return true;
    const recent = state.lastModifiedAt !== null && this.#now - state.lastModifiedAt < WORKED_ON_MS;
    return this.#now - detailAt >= (recent ? this.#room.rotateAfterMs : ROTATION_OLD_MS);
  }

  async #detailed(project: KnownProject, itsTurn: boolean): Promise<KnownProject> {
    const { projectId } = project.state;
    // As it was read before, also its time of change.
    const before = entryOf(this.#before.projects, projectId)?.state ?? project.state;
    let { state, detailAt, runReadAt, stale } = project;
    let secrets: ProjectRecord['secrets'];
    if (stale || itsTurn) {
      const result = await this.#try('getProject', projectId);
      if (result === 'unavailable') {
        state = { ...state, run: state.run ?? unknownRun };
        stale = false;
      } else if (result === 'failed' || result === 'later') stale ||= result === 'failed';
      else {
        state = projectOfRecord(result, state);
        secrets = result.secrets;
        detailAt = this.#now;
        stale = false;
      }
    }
    const wasAsked = detailAt !== project.detailAt;
    const hasEnded = state.run !== null && state.run.ending !== null;
    let mayHaveRun = project.mayHaveRun && (!wasAsked || hasEnded);
    const wantsEnding =
      mayHaveRun || (wasAsked && needsEnding(state, project, this.#workOf(projectId), this.#now));
    const isAtWork = isActive(state) || isActive(before);
    if (isRunning(state) || isRunning(before) || (wasAsked && wantsEnding)) {
      const result = await this.#try('getAgentStatus', projectId);
      if (result !== 'later' && result !== 'failed') mayHaveRun = undefined;
      if (typeof result === 'object') {
        const run = withKeysGiven(shownRun(result, this.#now, state.run), secrets);
        state = { ...state, run };
        runReadAt = this.#now;
        stale ||= detailAt !== this.#now && keysAreUnreported(run);
      } else stale ||= result !== 'unavailable' && wantsEnding === true;
      // How it ended is read by the next pass: until then its end is not told as one that is not known.
      if (result === 'later' && !isRunning(state)) {
        state = { ...state, run: before.run };
        stale = true;
      }
    }
    if (state.deploy?.phase === 'deploying' || before.deploy?.phase === 'deploying') {
      const result = await this.#try('getDeploymentStatus', projectId);
      if (typeof result === 'object') state = { ...state, deploy: shownDeploy(result, state.deploy) };
    }
    const isRead = wasAsked || isAtWork || project.stale;
    if (isRead) state = withWork(state, this.#workOf(projectId), this.#now);
    const { seenModifiedAt } = project;
    return {
      state,
      detailAt,
      runReadAt,
      seenModifiedAt,
      stale,
      mayHaveRun: mayHaveRun || undefined,
    };
  }

  async #try<N extends 'getProject' | 'getAgentStatus' | 'getDeploymentStatus'>(name: N, projectId: string) {
    if (this.unavailable[name] || this.unavailable[`${name} ${projectId}`]) return 'unavailable' as const;
    if (this.#callsLeft === 0) return 'later' as const;
    this.#callsLeft--;
    const result = await this.#call(name, { parameters: { projectId } });
    if (result.ok) return result.data;
    const { kind } = result.failure;
    if (kind === 'not-available') {
      this.unavailable[unavailableKey(name, result.failure, projectId)] = this.#now + UNAVAILABLE_FOR_MS;
      return 'unavailable' as const;
    }
    if (kind === 'not-found') return 'unavailable' as const;
    this.failure = result.failure;
    return 'failed' as const;
  }
}

/** Projects whose run or deployment was read otherwise than before. */
export function worksChanged(before: ProjectsMemory | null, after: ProjectsMemory): string[] {
  return Object.entries(after.projects).flatMap(([id, { state }]) => {
    const known = entryOf(before?.projects ?? {}, id)?.state;
    const isSame = (work: 'run' | 'deploy') =>
      JSON.stringify(known?.[work] ?? null) === JSON.stringify(state[work]);
    return isSame('run') && isSame('deploy') ? [] : [id];
  });
}

const isRunning = ({ run }: ProjectState) => run?.phase === 'running';

/** Tells whether a run is over and only the agent's status can say how: this one, or one not shown yet. */
function needsEnding(
  state: ProjectState,
  { runReadAt }: KnownProject,
  rows: readonly KnownWork[],
  now: InstantMs,
): boolean {
  const { run } = withWork(state, rows, now);
  const ending = run?.ending ?? null;
  if (!run || ending === null) return false;
  const isTold = ({ from, at }: Evidence) => from === 'event' && at > (runReadAt ?? 0) - SERVICE_CACHE_MS;
  return ending === 'not-known' || rows.some(({ kind, evidence }) => kind === 'run' && evidence.some(isTold));
}

const urgency = ({ state, stale }: KnownProject) => (isActive(state) ? 0 : stale ? 1 : 2);

/** An older project lacks an operation for itself; a missing route is missing for all. */
function unavailableKey(name: OperationName, { code }: ServiceFailure, projectId: string): string {
  return code === 'ENGINE_NOT_SUPPORTED' ? `${name} ${projectId}` : name;
}
