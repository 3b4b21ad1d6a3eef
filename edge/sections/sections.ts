import type * as z from 'zod/mini';
import type { conversation } from '../../shared/builder-api/agent.ts';
import { closingEnding } from '../../shared/endings/run-ending.ts';
import { entryOf } from '../../shared/entries.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { Engine, Prices } from '../../shared/snapshot/prices.ts';
import type { ProjectState, RunHistory } from '../../shared/snapshot/project-state.ts';
import { withWork } from '../../shared/snapshot/project-work.ts';
import { type Section, unreadSection } from '../../shared/snapshot/section.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../shared/time.ts';
import type { KnownWork } from '../../shared/work/row.ts';
import { type CallService, type OnRead, parsedCalls } from '../builder-api/client.ts';
import { errorFields, log } from '../http/log.ts';
import { notAnswered } from '../http/service-failure.ts';
import type { AccountContext } from '../object/context.ts';
import type { BalanceMoves } from './balance-watch.ts';
import { deliveriesReader } from './deliveries-reader.ts';
import { DueSections, type Marks, type PollPace, SECTION_NAMES } from './pace.ts';
import {
  isUnfinished,
  isWorkedOn,
  type ProjectsMemory,
  projectsReader,
  worksChanged,
} from './projects-reader.ts';
import {
  accountReader,
  atLimitReader,
  pricesReader,
  type ReadResult,
  type ReadRoom,
  type ReadSectionName,
  type SectionData,
  type SectionReader,
  spendingReader,
} from './reader.ts';
import { haveSameData, PROJECT_MARK, SectionStore } from './section-store.ts';

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

export type ServedSections = Pick<Snapshot['sections'], ReadSectionName | 'history'>;

/** What the rows of work know. */
interface KnownRows {
  /** The latest of a project, oldest first. */
  of: (projectId: string) => readonly KnownWork[];
  /** What runs and deployments of the account usually take. */
  usual: () => RunHistory;
}
const NO_HISTORY: RunHistory = { runDurationMs: null, runCredits: null, deployDurationMs: null };

/**
 * Sections of the snapshot that are read from the service: each at its own pace, at most once per interval
 * and one at a time, however many devices request it.
 */
export class Sections {
  readonly #context: AccountContext;
  readonly #store: SectionStore;
  readonly #due: DueSections;
  readonly #call: CallService;
  readonly #readers: { [N in ReadSectionName]: SectionReader<SectionData<N>, unknown> };
  readonly #reading = new Map<ReadSectionName, Promise<void>>();
  readonly #work: KnownRows;
  /** The project and the time of the prompt that was read for last. */
  #prompted = '';

  constructor(context: AccountContext, work: KnownRows = { of: () => [], usual: () => NO_HISTORY }) {
    this.#context = context;
    this.#work = work;
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
      projects: projectsReader((projectId) => work.of(projectId)),
    };
    this.#due = new DueSections(this.#store, this.#readers);
  }

  /**
   * Starts reading what is due, or waits for reads in progress.
   * @param fresh reads everything older than a few seconds
   */
  refresh(fresh = false, only?: readonly ReadSectionName[]): Promise<unknown> {
    const now = this.#context.now();
    const marks = this.#store.marks();
    const names = only ?? SECTION_NAMES;
    return Promise.all(
      names
        .filter((name) => this.#reading.has(name) || this.#due.isDue(name, marks, now, fresh))
        .map((name) => this.#read(name, marks)),
    );
  }

  /**
   * Polls the balance, the list of projects and those that may have work in progress, and old sections.
   * @returns `isUnfinished`: another run is needed; `isWorkedOn`: work may begin at any time
   */
  async poll(pace: PollPace): Promise<{ isUnfinished: boolean; isWorkedOn: boolean }> {
    await this.#reading.get('projects');
    const now = this.#context.now();
    const marks = this.#store.marks();
    const others = SECTION_NAMES.filter(
      (name) => !POLLED.has(name) && this.#due.isOld(name, pace, now) && this.#due.isDue(name, marks, now),
    );
    const beside = Promise.all(others.map((name) => this.#read(name, marks)));
    // If the reads before it fail, nobody waits for these.
    beside.catch(() => undefined);
    const isContinued = isUnfinished(this.#store.get('projects').memory);
    if (!isContinued && this.#due.isPolled('account', marks, now)) await this.#read('account', marks);
    // A list that a browser asks for meanwhile is read without looking into what the balance fell by.
    await this.#reading.get('projects');
    const [after, left] = [this.#context.now(), this.#store.marks()];
    if (
      this.#due.isPolled('projects', left, after) &&
      this.#due.isListDue(pace, left, this.#moves(), after)
    ) {
      const detailCalls = others.length > 0 ? DETAIL_CALLS_BESIDE_ALL : DETAIL_CALLS_ALONE;
      const { rotate, likely } = pace;
      const room = { detailCalls, rotate, likely, rotateAfterMs: ROTATE_AFTER_MS, moves: this.#moves() };
      await this.#read('projects', left, room);
    }
    await beside;
    const { memory, failures } = this.#store.get('projects');
    return {
      isUnfinished: failures === 0 && isUnfinished(memory),
      isWorkedOn: isWorkedOn(memory, this.#context.now()),
    };
  }

  /** Sections that are stale by what happened since their reading, and those that no poll read in time. */
  marked = (): ReadSectionName[] => this.#due.marked(this.#context.now());

  /** Sections that were due and have not been read since. */
  overdue = (): ReadSectionName[] => this.#due.overdue(this.#context.now());

  /** When the projects were last requested; null: never. */
  refreshedAt(): InstantMs | null {
    return this.#store.get('projects').triedAt;
  }

  #read(name: ReadSectionName, marks: Marks, room: ReadRoom = ROOM_OF_A_POLL): Promise<void> {
    const known = this.#reading.get(name);
    if (known) return known;
    const reading = this.#readOnce(name, marks, room).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  /** A mark set during the read remains, because the response may be older than the event. */
  async #readOnce(name: ReadSectionName, marks: Marks, room: ReadRoom): Promise<void> {
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
      log({ event: 'unexpected-error', ...errorFields(error) });
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
    if (projectId !== null) this.#store.mark(`${PROJECT_MARK}${projectId}`, now);
  }

  markAllStale(): void {
    this.markStale(SECTION_NAMES);
  }

  /** Applies a kept event: the end of a run or deployment at once, by its row, all else by reading again. */
  onKeptEvent(event: KeptEvent): void {
    this.markStale(STALE_BY_EVENT[event.event] ?? [], event.projectId);
    this.#context.emitter.emit('changed');
  }

  /** A conversation with a prompt that no reading has shown: what it began is read at once. */
  readonly onRead: OnRead = (name, { parameters: { projectId } = {} }, data) => {
    if (name !== 'getConversation' || projectId === undefined) return;
    const { conversation: messages } = data as z.infer<typeof conversation>;
    const prompt = messages.findLast(({ author }) => author === 'user');
    const at = parseInstant(prompt?.createdAt);
    const isShown = this.#work
      .of(projectId)
      .some(({ evidence }) => evidence.some((one) => one.from === 'reading' && one.promptedAt === at));
    const isOver = prompt !== undefined && messages.slice(messages.indexOf(prompt)).some(closingEnding);
    // Once: where the status does not show it either, reading again tells no more.
    if (at === null || isShown || isOver || this.#prompted === `${projectId} ${at}`) return;
    this.#prompted = `${projectId} ${at}`;
    this.onRunStopped(projectId);
  };

  /** After the service accepted to stop a project's run. */
  onRunStopped(projectId: string): void {
    this.markStale([], projectId);
    this.#context.emitter.emit('changed');
  }

  /** Returns the price lists; if `needed`, reads them first when they are due or were not read completely. */
  async prices(needed: boolean): Promise<Prices | null> {
    const { data, error } = this.#store.get('prices').section;
    if (needed) await this.refresh(data === null || error !== null, ['prices']);
    return this.#store.get('prices').section.data;
  }

  /** State of these projects, or of all that are followed, including events. */
  projectStates(only?: readonly string[]): ProjectState[] {
    const { memory } = this.#store.get('projects');
    const known = memory?.projects ?? {};
    const states = (only ?? Object.keys(known)).flatMap((id) => entryOf(known, id)?.state ?? []);
    return this.#withWork(states);
  }

  /** State of a followed project, with what its rows know; unread: not followed, or its details not read. */
  stateOf(projectId: string): Section<ProjectState> {
    const { section, memory } = this.#store.get('projects');
    const known = entryOf(memory?.projects ?? {}, projectId);
    if (known === undefined || known.detailAt === null) return unreadSection;
    const [data = null] = this.#withWork([known.state]);
    return { data, readAt: Math.max(known.detailAt, known.runReadAt ?? 0), error: section.error };
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
    return entryOf(this.#store.get('projects').memory?.projects ?? {}, projectId)?.state.engine ?? null;
  }

  served(): ServedSections {
    const overdue = new Set(this.overdue());
    const get = <N extends ReadSectionName>(name: N): Section<SectionData<N>> => ({
      ...this.#store.get(name).section,
      ...(overdue.has(name) && { isOverdue: true }),
    });
    const { memory } = this.#store.get('projects');
    const section = get('projects');
    const items = this.#withWork(section.data?.items ?? []);
    return {
      account: get('account'),
      prices: get('prices'),
      atLimit: get('atLimit'),
      spending: get('spending'),
      deliveries: get('deliveries'),
      projects: { ...section, data: section.data && { ...section.data, items } },
      history: {
        data: memory === null ? null : this.#work.usual(),
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

  /** With what their rows know. */
  #withWork(states: readonly ProjectState[]): ProjectState[] {
    const { section, memory } = this.#store.get('projects');
    return states.map((state) => {
      const readAt = entryOf(memory?.projects ?? {}, state.projectId)?.detailAt ?? section.readAt ?? 0;
      return withWork(state, this.#work.of(state.projectId), readAt);
    });
  }
}

/** Sections that an event makes stale, besides its project. */
const STALE_BY_EVENT: Readonly<Record<string, readonly ReadSectionName[]>> = {
  'agent.prompt.finished': ['account'],
  'deployment.finished': ['account'],
  'project.credit_limit.reached': ['atLimit', 'account'],
  'project.credits.exhausted': ['account'],
};
