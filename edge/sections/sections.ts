import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { Engine, Prices } from '../../shared/snapshot/prices.ts';
import {
  type DeployState,
  endingOf,
  type ProjectState,
  type RunState,
} from '../../shared/snapshot/project-state.ts';
import type { Section } from '../../shared/snapshot/section.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { isRowOf, type WorkRow } from '../../shared/work/rows.ts';
import { type CallService, parsedCalls } from '../builder-api/client.ts';
import { log } from '../http/log.ts';
import { notAnswered } from '../http/service-failure.ts';
import type { AccountContext } from '../object/context.ts';
import { type BalanceMoves, hasFallen, noBalanceWatch } from './balance-watch.ts';
import { deliveriesReader } from './deliveries-reader.ts';
import {
  isActive,
  isUnfinished,
  isWorkedOn,
  type ProjectsMemory,
  projectsReader,
  worksChanged,
} from './projects-reader.ts';
import {
  accountReader,
  atLimitReader,
  isDue,
  pricesReader,
  type ReadResult,
  type ReadRoom,
  type ReadSectionName,
  type SectionData,
  type SectionReader,
  spendingReader,
} from './reader.ts';
import { historyOf } from './samples.ts';
import { SectionStore } from './section-store.ts';
import { withRows } from './with-rows.ts';

const PROJECT_MARK = 'project:';

/** A read that a browser waits for: stays within 50 calls together with all other sections. */
const ROOM_OF_A_POLL: ReadRoom = {
  detailCalls: 16,
  rotate: 2,
  likely: Number.POSITIVE_INFINITY,
  rotateAfterMs: 2 * MINUTE_MS,
  moves: null,
};
/** A poll by the object, with all other sections and without them; eight retries are reserved in both. */
const DETAIL_CALLS_BESIDE_ALL = 24;
const DETAIL_CALLS_ALONE = 40;
const ROTATE_AFTER_MS = 10 * SECOND_MS;
const POLLED: ReadonlySet<ReadSectionName> = new Set(['account', 'projects']);
/** A poll may be a little early, because its interval begins before it has read. */
const EARLY_PART = 0.25;
const EARLY_MAX_MS = 30 * SECOND_MS;
const isAlmost = (ageMs: number, maxAgeMs: number) =>
  ageMs >= maxAgeMs - Math.min(EARLY_MAX_MS, maxAgeMs * EARLY_PART);

/** How often a poll reads what it does not read each time, and what it looks for. */
export interface PollPace {
  /** Quiet projects to read in rotation. */
  rotate: number;
  /** Of how many projects details are read when credits were spent without known work. */
  likely: number;
  /** How old the list may become while no work is known, nothing is stale and the balance fell by nothing unexplained. */
  listMaxAgeMs: number;
  /** How old other sections become before they are read; null: each is read at its own pace. */
  maxAgeMs: Partial<Record<ReadSectionName, number>> | null;
}

export type ServedSections = Pick<Snapshot['sections'], ReadSectionName | 'history'>;

/**
 * The sections of the snapshot that are read from the service: each at its own pace, at most once per interval and
 * one at a time, however many devices request it.
 */
export class Sections {
  readonly #context: AccountContext;
  readonly #store: SectionStore;
  readonly #call: CallService;
  readonly #readers: { [N in ReadSectionName]: SectionReader<SectionData<N>, unknown> };
  readonly #reading = new Map<ReadSectionName, Promise<void>>();
  readonly #workOf: (projectId: string) => readonly WorkRow[];

  /** @param workOf the latest rows of a project */
  constructor(context: AccountContext, workOf: (projectId: string) => readonly WorkRow[] = () => []) {
    this.#context = context;
    this.#workOf = workOf;
    this.#store = new SectionStore(context.storage.sql, context.now);
    this.#call = parsedCalls(context.client);
    const { publicUrl } = context.configuration;
    const isOurs = (url: string) => publicUrl !== null && url.startsWith(`${publicUrl}/hooks/`);
    this.#readers = {
      account: accountReader,
      prices: pricesReader,
      atLimit: atLimitReader,
      spending: spendingReader,
      deliveries: deliveriesReader(isOurs),
      projects: projectsReader(workOf),
    };
  }

  /**
   * Starts reading what is due, or waits for reads in progress. @param fresh reads everything older than a few
   * seconds
   */
  refresh(fresh = false, only?: readonly ReadSectionName[]): Promise<unknown> {
    const now = this.#context.now();
    const marks = this.#store.marks();
    const names = only ?? (Object.keys(this.#readers) as ReadSectionName[]);
    return Promise.all(
      names
        .filter((name) => this.#reading.has(name) || this.#isDue(name, marks, fresh, now))
        .map((name) => this.#read(name, marks)),
    );
  }

  /**
   * Polls the balance, the list of projects and those that may have work in progress, and other sections once they are old.
   * @returns `isUnfinished`: another run is needed; `isWorkedOn`: work may begin at any time
   */
  async poll(pace: PollPace): Promise<{ isUnfinished: boolean; isWorkedOn: boolean }> {
    await this.#reading.get('projects');
    const now = this.#context.now();
    const marks = this.#store.marks();
    const names = Object.keys(this.#readers) as ReadSectionName[];
    const others = names.filter(
      (name) => !POLLED.has(name) && this.#isOld(name, pace, now) && this.#isDue(name, marks, false, now),
    );
    const beside = Promise.all(others.map((name) => this.#read(name, marks)));
    // If the reads before it fail, nobody waits for these.
    beside.catch(() => undefined);
    const isContinued = isUnfinished(this.#store.get('projects').memory);
    if (!isContinued && this.#isPolled('account', marks, now)) await this.#read('account', marks);
    if (this.#isPolled('projects', marks, now) && this.#isListDue(pace, marks, now)) {
      const detailCalls = others.length > 0 ? DETAIL_CALLS_BESIDE_ALL : DETAIL_CALLS_ALONE;
      await this.#read('projects', this.#store.marks(), {
        detailCalls,
        rotate: pace.rotate,
        likely: pace.likely,
        rotateAfterMs: ROTATE_AFTER_MS,
        moves: this.#moves(),
      });
    }
    await beside;
    const { memory, failures } = this.#store.get('projects');
    return {
      isUnfinished: failures === 0 && isUnfinished(memory),
      isWorkedOn: isWorkedOn(memory, this.#context.now()),
    };
  }

  #isOld(name: ReadSectionName, { maxAgeMs }: PollPace, now: InstantMs): boolean {
    if (maxAgeMs === null) return true;
    const age = now - (this.#store.get(name).triedAt ?? 0);
    return isAlmost(age, maxAgeMs[name] ?? Number.POSITIVE_INFINITY);
  }

  /** Whether the list may show something new: work is known, an event came, credits are gone, or it is old. */
  #isListDue(pace: PollPace, marks: ReadonlyMap<string, InstantMs>, now: InstantMs): boolean {
    const { memory, triedAt } = this.#store.get('projects');
    if (memory === null || isAlmost(now - (triedAt ?? 0), pace.listMaxAgeMs) || isUnfinished(memory))
      return true;
    if (Object.values(memory.projects).some(({ state }) => isActive(state))) return true;
    if ([...marks.keys()].some((what) => what === 'projects' || what.startsWith(PROJECT_MARK))) return true;
    const watch = memory.balance ?? noBalanceWatch;
    const change = hasFallen(watch, this.#moves(), now, false, false, pace.likely);
    return change.isUnexplained || change.mayHideMore === true;
  }

  /** A poll reads whatever the age; a failing section keeps its own, slower pace. */
  #isPolled(name: ReadSectionName, marks: ReadonlyMap<string, InstantMs>, now: InstantMs): boolean {
    const { failures, waitUntil } = this.#store.get(name);
    return failures === 0 ? now >= waitUntil : this.#isDue(name, marks, false, now);
  }

  /** Sections that are stale by what happened since they were read. */
  marked(): ReadSectionName[] {
    const marks = this.#store.marks();
    return (Object.keys(this.#readers) as ReadSectionName[]).filter((name) => marks.has(name));
  }

  /** When the projects were last requested; null: never. */
  refreshedAt(): InstantMs | null {
    return this.#store.get('projects').triedAt;
  }

  #isDue(
    name: ReadSectionName,
    marks: ReadonlyMap<string, InstantMs>,
    fresh: boolean,
    now: InstantMs,
  ): boolean {
    const { triedAt, waitUntil, failures, memory } = this.#store.get(name);
    const paceMs = this.#readers[name].paceMs(memory);
    return isDue({ triedAt, waitUntil, failures, paceMs, markedAt: marks.get(name) ?? null, fresh, now });
  }

  #read(
    name: ReadSectionName,
    marks: ReadonlyMap<string, InstantMs>,
    room: ReadRoom = ROOM_OF_A_POLL,
  ): Promise<void> {
    const known = this.#reading.get(name);
    if (known) return known;
    const reading = this.#readOnce(name, marks, room).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  /** A mark set during the read remains, because the response may be older than the event. */
  async #readOnce(
    name: ReadSectionName,
    marks: ReadonlyMap<string, InstantMs>,
    room: ReadRoom,
  ): Promise<void> {
    const startedAt = this.#context.now();
    const before = this.#store.get(name);
    const { memory } = before;
    const marked = [...marks].filter(
      ([what]) => what === name || (name === 'projects' && what.startsWith(PROJECT_MARK)),
    );
    const given =
      name === 'projects' ? this.#projectsMemory(memory as ProjectsMemory | null, marked) : memory;
    const result = await this.#tryToRead(name, given, startedAt, room);
    const now = this.#context.now();
    this.#store.put(name, result, startedAt, now);
    if (result.ok) for (const [what, at] of marked) this.#store.unmark(what, at);
    if (name === 'projects' && result.ok) {
      const ids = new Set([
        ...worksChanged(memory as ProjectsMemory | null, result.memory as ProjectsMemory),
        ...marked.map(([what]) => what.slice(PROJECT_MARK.length)),
      ]);
      if (ids.size > 0) this.#context.emitter.emit('work-read', this.projectStates([...ids]));
    }
    if (haveSameData(before.section, this.#store.get(name).section)) this.#context.emitter.emit('aged');
    else this.#context.emitter.emit('changed');
  }

  /** A reader that throws on unexpected data breaks its own section only. */
  async #tryToRead(
    name: ReadSectionName,
    memory: unknown,
    startedAt: InstantMs,
    room: ReadRoom,
  ): Promise<ReadResult<unknown, unknown>> {
    try {
      return await this.#readers[name].read(this.#call, memory, startedAt, room);
    } catch (error) {
      log({ event: 'unexpected-error', errorName: error instanceof Error ? error.name : 'unknown' });
      return {
        ok: false,
        failure: notAnswered('unexpected-answer', 'The answer could not be read.'),
      };
    }
  }

  #projectsMemory(
    known: ProjectsMemory | null,
    marked: readonly (readonly [string, InstantMs])[],
  ): ProjectsMemory | null {
    if (known === null) return null;
    const stale = new Set(marked.map(([what]) => what));
    const projects = Object.entries(known.projects).map(([id, project]) => [
      id,
      { ...project, stale: project.stale || stale.has(`${PROJECT_MARK}${id}`) },
    ]);
    return { ...known, projects: Object.fromEntries(projects) };
  }

  markStale(names: readonly ReadSectionName[], projectId: string | null = null): void {
    const now = this.#context.now();
    for (const name of names) this.#store.mark(name, now);
    if (projectId !== null) {
      this.#store.mark(`${PROJECT_MARK}${projectId}`, now);
      this.#store.mark('projects', now);
    }
  }

  markAllStale(): void {
    this.markStale(Object.keys(this.#readers) as ReadSectionName[]);
  }

  /** Applies a kept event: the end of a run or deployment at once, by its row, everything else by reading again. */
  onKeptEvent(event: KeptEvent): void {
    this.markStale(STALE_BY_EVENT[event.event] ?? [], event.projectId);
    this.#context.emitter.emit('changed');
  }

  /** After the service accepted to stop a project's run. */
  onRunStopped(projectId: string): void {
    this.markStale([], projectId);
    this.#context.emitter.emit('changed');
  }

  /** The price lists as last read. @param needed reads them first when they are due, or were not read completely */
  async prices(needed: boolean): Promise<Prices | null> {
    const { data, error } = this.#store.get('prices').section;
    if (needed) await this.refresh(data === null || error !== null, ['prices']);
    return this.#store.get('prices').section.data;
  }

  /** State of these projects, or of all that are followed, including events. */
  projectStates(only?: readonly string[]): ProjectState[] {
    const { section, memory } = this.#store.get('projects');
    const known = memory?.projects ?? {};
    const states = (only ?? Object.keys(known)).flatMap((id) => known[id]?.state ?? []);
    return this.#withRows(states, section.readAt);
  }

  /** The balance, if its last read succeeded. */
  balance(): number | null {
    const { data, error } = this.#store.get('account').section;
    return error === null ? (data?.credits ?? null) : null;
  }

  #moves(): BalanceMoves | null {
    const { section, memory } = this.#store.get('account');
    return section.error === null ? memory : null;
  }

  /** Whether the key may change caps, as last read. */
  canEdit(): boolean | null {
    return this.#store.get('atLimit').section.data?.canEdit ?? null;
  }

  /** The engine of a project as last read; null when unknown. */
  engineOf(projectId: string): Engine | null {
    return this.#store.get('projects').memory?.projects[projectId]?.state.engine ?? null;
  }

  served(): ServedSections {
    const get = <N extends ReadSectionName>(name: N) => this.#store.get(name).section;
    const { section, memory } = this.#store.get('projects');
    const items = this.#withRows(section.data?.items ?? [], section.readAt);
    return {
      account: get('account'),
      prices: get('prices'),
      atLimit: get('atLimit'),
      spending: get('spending'),
      deliveries: get('deliveries'),
      projects: {
        ...section,
        data: section.data && {
          ...section.data,
          items: items.map((state) => withCalls(state, this.#workOf(state.projectId))),
        },
      },
      history: {
        data: memory === null ? null : historyOf(memory.samples),
        readAt: section.readAt,
        error: null,
      },
    };
  }

  /** The same with all followed projects; null before the service was read for the first time. */
  followed(): ServedSections | null {
    const served = this.served();
    const { projects, account } = served;
    if (projects.readAt === null && account.readAt === null) return null;
    if (projects.data === null) return served;
    const data = { ...projects.data, items: this.projectStates() };
    return { ...served, projects: { ...projects, data } };
  }

  /** With what their rows know since they were read. */
  #withRows(states: readonly ProjectState[], readAt: InstantMs | null): ProjectState[] {
    const marks = this.#store.marks();
    // Who else reads the agent's status, as a guard does, may have learned an ending.
    const isUnsaid = ({ run }: ProjectState) => run !== null && endingOf(run) === 'not-known';
    return states.map((state) =>
      marks.has(`${PROJECT_MARK}${state.projectId}`) || isUnsaid(state)
        ? withRows(state, this.#workOf(state.projectId), readAt ?? 0)
        : state,
    );
  }
}

/** Sections that an event makes stale, besides its project. */
const STALE_BY_EVENT: Readonly<Record<string, readonly ReadSectionName[]>> = {
  'agent.prompt.finished': ['account'],
  'deployment.finished': ['account'],
  'project.credit_limit.reached': ['atLimit', 'account'],
  'project.credits.exhausted': ['account'],
};

/** With the key of the call that began each work. */
function withCalls(state: ProjectState, rows: readonly WorkRow[]): ProjectState {
  const calledBy = (kind: 'run' | 'deploy', work: RunState | DeployState) => {
    const row = rows.findLast((one) => one.kind === kind && isRowOf(one, work));
    return row?.callKey ? { call: row.callKey } : {};
  };
  const { run, deploy } = state;
  return {
    ...state,
    run: run && { ...run, ...calledBy('run', run) },
    deploy: deploy && { ...deploy, ...calledBy('deploy', deploy) },
  };
}

/** Whether two readings differ only in age. */
function haveSameData(one: Section<unknown>, other: Section<unknown>): boolean {
  return one.error?.code === other.error?.code && JSON.stringify(one.data) === JSON.stringify(other.data);
}
