import type { ServiceFailure } from '../../../shared/builder-api/failures.ts';
import type { ProjectListItem, ProjectRecord } from '../../../shared/builder-api/projects.ts';
import type { OperationName } from '../../../shared/operations/catalogue.ts';
import { endingOf, type ProjectState, type RunState } from '../../../shared/snapshot/project-state.ts';
import { RECENT_PROJECTS_MAX } from '../../../shared/snapshot/snapshot.ts';
import { DAY_MS, HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { totalOf } from '../../builder-api/answer.ts';
import type { Ask } from '../../builder-api/ask.ts';
import { mapLimited } from '../../object/concurrency.ts';
import { isLaterRun, type ProjectFacts, withFacts } from './event-facts.ts';
import {
  deployOfStatus,
  keysAreUntold,
  projectOfItem,
  projectOfRecord,
  runOfStatus,
  unknownRun,
  withKeysGiven,
} from './project-reading.ts';
import type { SectionData, SectionReader } from './reader.ts';
import { finishedDeploy, finishedRun, noSamples, type Samples } from './samples.ts';

/** A project as it was last seen, with when its details were asked for. */
export interface KnownProject {
  state: ProjectState;
  detailAt: InstantMs | null;
  /** What of the list item changed last: a change asks for the details anew. */
  seenModifiedAt: InstantMs | null;
  stale: boolean;
  /** What events told, given for one read and never kept with the rest. */
  facts?: ProjectFacts | undefined;
}

export interface ProjectsMemory {
  projects: Record<string, KnownProject>;
  /** Operations that answered "not available here", and until when they are left alone. */
  unavailable: Record<string, InstantMs>;
  samples: Samples;
}

export const noProjects: ProjectsMemory = { projects: {}, unavailable: {}, samples: noSamples };

const PACE_MS = 30 * SECOND_MS;
const PACE_ACTIVE_MS = 12 * SECOND_MS;
/** While details are still wanted that one read had no room for. */
const PACE_UNFINISHED_MS = 2 * SECOND_MS;
const WIDTH = 4;
/** Calls for details per read: a bound that keeps it within what a free account may make at once. */
const DETAIL_CALLS_MAX = 18;
/** Quiet projects are looked at in turn, a few per read. */
const ROTATION_PER_READ = 2;
const ROTATION_RECENT_MS = 2 * MINUTE_MS;
const ROTATION_OLD_MS = 30 * MINUTE_MS;
const UNAVAILABLE_FOR_MS = HOUR_MS;

export const isActive = ({ run, deploy }: ProjectState) =>
  run?.phase === 'running' || deploy?.phase === 'deploying';

export const projectsReader: SectionReader<SectionData<'projects'>, ProjectsMemory> = {
  paceMs: (memory) => {
    const projects = Object.values(memory?.projects ?? {});
    if (projects.some(({ stale }) => stale)) return PACE_UNFINISHED_MS;
    return projects.some(({ state }) => isActive(state)) ? PACE_ACTIVE_MS : PACE_MS;
  },

  read: async (ask, before, now) => {
    const known = before ?? noProjects;
    const listed = await ask('listProjects', {
      query: { limit: String(RECENT_PROJECTS_MAX), sortField: 'lastModified', sortDirection: 'desc' },
    });
    if (!listed.ok) return listed;
    const reading = new Reading(ask, known, now);
    const items = listed.data.slice(0, RECENT_PROJECTS_MAX);
    const projects = await reading.projects(items);
    const memory: ProjectsMemory = {
      projects: Object.fromEntries(projects.map((project) => [project.state.projectId, project])),
      unavailable: reading.unavailable,
      samples: reading.samples,
    };
    const data = { total: totalOf(listed.paging), items: projects.map(({ state }) => state) };
    return { ok: true, data, memory, partly: reading.failure };
  },
};

/** One pass over the listed projects: details of what changed, what is active, and in turn of what is quiet. */
class Reading {
  unavailable: Record<string, InstantMs>;
  samples: Samples;
  failure: ServiceFailure | null = null;
  #callsLeft = DETAIL_CALLS_MAX;
  readonly #ask: Ask;
  readonly #before: ProjectsMemory;
  readonly #now: InstantMs;

  constructor(ask: Ask, before: ProjectsMemory, now: InstantMs) {
    this.#ask = ask;
    this.#before = before;
    this.#now = now;
    this.samples = before.samples;
    this.unavailable = Object.fromEntries(
      Object.entries(before.unavailable).filter(([, until]) => until > now),
    );
  }

  projects(items: readonly ProjectListItem[]): Promise<KnownProject[]> {
    const seen = items.map((item): KnownProject => {
      const known = this.#before.projects[item.projectId];
      const state = projectOfItem(item, known?.state ?? null);
      const changed = known === undefined || known.seenModifiedAt !== state.lastModifiedAt;
      return {
        state,
        detailAt: known?.detailAt ?? null,
        seenModifiedAt: state.lastModifiedAt,
        stale: changed || known.stale,
        facts: known?.facts,
      };
    });
    const turn = new Set(
      seen
        .filter((project) => !project.stale && !isActive(project.state) && this.#isDue(project))
        .sort((one, other) => (one.detailAt ?? 0) - (other.detailAt ?? 0))
        .slice(0, ROTATION_PER_READ),
    );
    return mapLimited(seen, WIDTH, (project) => this.#detailed(project, turn.has(project)));
  }

  #isDue({ detailAt, state }: KnownProject): boolean {
    if (detailAt === null) return true;
    const recent = state.lastModifiedAt !== null && this.#now - state.lastModifiedAt < DAY_MS;
    return this.#now - detailAt >= (recent ? ROTATION_RECENT_MS : ROTATION_OLD_MS);
  }

  async #detailed(project: KnownProject, itsTurn: boolean): Promise<KnownProject> {
    const { projectId } = project.state;
    const before = project.state;
    let { state, detailAt, stale } = project;
    let secrets: ProjectRecord['secrets'];
    if (stale || itsTurn) {
      const asked = await this.#try('getProject', projectId);
      if (asked === 'unavailable') {
        state = { ...state, run: state.run ?? unknownRun };
        stale = false;
      } else if (asked === 'failed' || asked === 'later') stale ||= asked === 'failed';
      else {
        state = projectOfRecord(asked, state);
        secrets = asked.secrets;
        detailAt = this.#now;
        stale = false;
      }
    }
    const wasAsked = detailAt !== project.detailAt;
    if (isRunning(state) || isRunning(before) || (wasAsked && needsEnding(state, project.facts))) {
      const asked = await this.#try('getAgentStatus', projectId);
      if (typeof asked === 'object') {
        const run = withKeysGiven(runOfStatus(asked, state.run), secrets);
        state = { ...state, run };
        stale ||= detailAt !== this.#now && keysAreUntold(run);
      } else stale ||= asked === 'later' && needsEnding(state, project.facts);
    }
    if (state.deploy?.phase === 'deploying' || before.deploy?.phase === 'deploying') {
      const asked = await this.#try('getDeploymentStatus', projectId);
      if (typeof asked === 'object') state = { ...state, deploy: deployOfStatus(asked, state.deploy) };
    }
    state = this.#settleEnds(before, withFacts(state, project.facts, this.#now));
    return { state, detailAt, seenModifiedAt: project.seenModifiedAt, stale };
  }

  /** What ran when it was last seen and runs no more has ended about now, unless somebody knows better. */
  #settleEnds(before: ProjectState, after: ProjectState): ProjectState {
    let { run, deploy } = after;
    if (run && before.run && isNewEnd(before.run, run)) {
      run = { ...run, finishedAt: run.finishedAt ?? this.#now };
      this.samples = finishedRun(this.samples, run);
    }
    if (deploy && before.deploy?.phase === 'deploying' && deploy.phase !== 'deploying') {
      deploy = { ...deploy, finishedAt: deploy.finishedAt ?? this.#now };
      this.samples = finishedDeploy(this.samples, deploy);
    }
    return { ...after, run, deploy };
  }

  async #try<N extends 'getProject' | 'getAgentStatus' | 'getDeploymentStatus'>(name: N, projectId: string) {
    if (this.unavailable[name] || this.unavailable[`${name} ${projectId}`]) return 'unavailable' as const;
    if (this.#callsLeft === 0) return 'later' as const;
    this.#callsLeft--;
    const asked = await this.#ask(name, { parameters: { projectId } });
    if (asked.ok) return asked.data;
    const { kind } = asked.failure;
    if (kind === 'not-available') {
      this.unavailable[unavailableKey(name, asked.failure, projectId)] = this.#now + UNAVAILABLE_FOR_MS;
      return 'unavailable' as const;
    }
    if (kind === 'not-found') return 'unavailable' as const;
    this.failure = asked.failure;
    return 'failed' as const;
  }
}

const isRunning = ({ run }: ProjectState) => run?.phase === 'running';

/** Whether a run is over and only the agent's own status can say how: of this one, or of one that came and went unseen. */
function needsEnding({ run }: ProjectState, facts: ProjectFacts | undefined): boolean {
  const ending = run && endingOf(run);
  if (!run || ending === null) return false;
  return ending === 'untold' || (facts?.run != null && isLaterRun(run, facts.run));
}

function isNewEnd(before: RunState, after: RunState): boolean {
  if (endingOf(after) === null) return false;
  return before.phase === 'running' || (after.startedAt !== null && after.startedAt !== before.startedAt);
}

/** An older project lacks an operation for itself; a route that is not there lacks for all. */
function unavailableKey(name: OperationName, { code }: ServiceFailure, projectId: string): string {
  return code === 'ENGINE_NOT_SUPPORTED' ? `${name} ${projectId}` : name;
}
