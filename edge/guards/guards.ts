import type { Category } from '../../shared/builder-api/limits.ts';
import {
  actOf,
  GUARD_EVENT,
  GUARDED_PROJECTS_MAX,
  type GuardKind,
  type GuardRecord,
  type GuardRequest,
  type GuardsNow,
  type GuardTrial,
  guardNumber,
  type ProjectGuards,
} from '../../shared/edge-api/guards.ts';
import { changeKind } from '../../shared/edge-api/setting-changes.ts';
import type { EventFacts, KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { ProjectState, RunState } from '../../shared/snapshot/project-state.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { CLOCKS_APART_MS } from '../../shared/work/row.ts';
import type { KnownDevice } from '../devices/devices.ts';
import type { Arrival } from '../events/store.ts';
import { fail, type Result, success } from '../http/result.ts';
import { waitAtMost } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import type { PaidResponse } from '../paid-calls/launches.ts';
import type { PaidCall } from '../paid-calls/paid-call.ts';
import {
  type CapOverrideRow,
  CapOverrideRows,
  failureOf,
  isChanged,
  LIMIT_REACHED,
  limitEventFacts,
  limitOf,
  raisesOf,
} from './cap-override-rows.ts';
import { CapOverrides } from './cap-overrides.ts';
import type { ReportGuard } from './guard-events.ts';
import { type Guard, GuardRows } from './guard-rows.ts';
import { GuardedRuns, type RunOf } from './guarded-runs.ts';
import { BY_RUNS, kindOf, tryGuard } from './kinds/kinds.ts';
import { type LaunchBudgetParts, LaunchBudgets } from './launch-budgets.ts';
import { activeIn, type Layer } from './layers.ts';
import { type LinkRaise, type LinkRaiseHands, type LinkRaiseOutcome, raiseByLink } from './link-raise.ts';
import { type OverrideCheckParts, OverrideChecks } from './override-checks.ts';
import { type RunBudgetParts, RunBudgets, type Send } from './run-budgets.ts';
import { guardStatus, RunGuards } from './run-guards.ts';

/** Guards that may call the service in one run, three calls each: alone, and beside checks of overrides. */
const ACTS_A_RUN = 12;
const ACTS_BESIDE_OVERRIDES = 5;
/** What has not answered by then goes on beside what is due next. */
const HANGS_AFTER_MS = 3 * SECOND_MS;
const LISTED_MAX = 50;
/** The number of latest acts of guards listed with a project's guards. */
const ACTS_LISTED = 50;
export interface GuardParts
  extends OverrideCheckParts,
    Omit<LaunchBudgetParts, 'overrides'>,
    Pick<RunBudgetParts, 'canEdit' | 'nameOf' | 'spentToday'> {
  report: ReportGuard;
  /** The state of these projects, or of all that are followed. */
  projects: (only?: readonly string[]) => ProjectState[];
  /** Whether the poll runs: it does not without a paired browser. */
  isPolled: () => boolean;
  /** Matching events, newest first. */
  events: (query: { project: string; event: string; limit: number }) => KeptEvent[];
}

/** Guards: limits set by owners, and overrides of caps at the service. They work without an open browser. */
export class Guards {
  readonly #context: AccountContext;
  readonly #parts: GuardParts;
  readonly #rows: GuardRows;
  readonly overrideRows: CapOverrideRows;
  readonly #overrides: CapOverrides;
  readonly #launches: LaunchBudgets;
  readonly #checks: OverrideChecks;
  readonly #budgets: RunBudgets;
  readonly #runs: RunGuards;
  readonly #guarded: GuardedRuns;
  readonly #linkHands: LinkRaiseHands;

  constructor(context: AccountContext, parts: GuardParts) {
    this.#context = context;
    this.#parts = parts;
    this.#rows = new GuardRows(context.storage.sql, BY_RUNS);
    const { callService, caps, report } = parts;
    this.overrideRows = new CapOverrideRows(context);
    this.#overrides = new CapOverrides(context, this.overrideRows, caps, report);
    const launches = new LaunchBudgets(context, { ...parts, overrides: this.#overrides });
    this.#launches = launches;
    this.#linkHands = { ...parts, now: context.now, overrides: this.#overrides, rows: this.overrideRows };
    this.#checks = new OverrideChecks(context, parts, this.overrideRows, this.#overrides, launches);
    this.#runs = new RunGuards(context, { callService, rows: this.#rows, report });
    this.#guarded = new GuardedRuns(context, {
      callService,
      rows: this.#rows,
      followed: () => new Set(this.#followed().map(({ projectId }) => projectId)),
      onRead: (runs) => {
        // Failures are only counted here; calls of the service are made in a run of their own.
        this.#context.waitUntil(this.#runs.apply(runs, 0));
        this.onPolled();
      },
    });
    this.#budgets = new RunBudgets(context, {
      ...parts,
      guards: this.#rows,
      overrideRows: this.overrideRows,
      overrides: this.#overrides,
      launches,
      endOver: async (projectId) => {
        for (const { category, layers } of this.overrideRows.of(projectId))
          if (activeIn(layers).length > 0) await this.#checks.check(projectId, category);
      },
      refusal: (...prompt) => this.#runs.refusal(...prompt),
      onPrompt: (projectId) => this.#guarded.checkSoon(projectId),
    });
  }

  get(projectId: string): ProjectGuards {
    const row = this.overrideRows.get(projectId);
    const override = row !== null && isChanged(row) ? row : null;
    const run = this.#runOf(projectId);
    return {
      projectId,
      limit: override === null ? null : limitOf(override),
      guards: [
        ...this.#rows.of(projectId).map((guard) => this.#record(guard, override, run)),
        ...this.overrideRows.of(projectId).flatMap(raisesOf),
      ],
      acts: this.#parts
        .events({ project: projectId, event: GUARD_EVENT, limit: ACTS_LISTED })
        .flatMap((one) => actOf(one) ?? []),
    };
  }

  async put(who: KnownDevice, projectId: string, request: GuardRequest): Promise<Result<ProjectGuards>> {
    if (request.kind === 'raise') {
      const raised = await this.#parts.caps.inTurnOf(who, projectId, () =>
        this.#budgets.raise(who, projectId, request),
      );
      return raised.ok ? success(this.get(projectId)) : raised;
    }
    if (this.#rows.of(projectId).length === 0 && this.#rows.projects() >= GUARDED_PROJECTS_MAX)
      return fail('EDGE_RATE_LIMITED', `There are ${GUARDED_PROJECTS_MAX} guarded projects already.`);
    const now = this.#context.now();
    const known = this.#rows.find(projectId, request.kind);
    if (JSON.stringify(known?.request) !== JSON.stringify(request)) {
      const memory = kindOf(request).firstMemory(this.#runOf(projectId), now);
      this.#rows.put({ projectId, request, setAt: now, setBy: this.#parts.nameOf(who.deviceId), memory });
      this.#context.emitter.emit('changed');
      this.#emitChange(who, projectId, known?.request ?? null, request);
      this.#guarded.start();
      this.onPolled();
    }
    return success(this.get(projectId));
  }

  /** @param kind null = all guards of the project. Their overrides are removed too. */
  async remove(
    who: KnownDevice,
    projectId: string,
    kind: GuardKind | null,
  ): Promise<Result<{ removed: true }>> {
    const isOverridden = await this.#takeBack(
      who,
      projectId,
      (layer) => kind === null || layer.kind === kind,
    );
    const removed = this.#rows.of(projectId).filter(({ request }) => kind === null || request.kind === kind);
    const isRemoved = this.#rows.remove(projectId, kind);
    if (!isOverridden && !isRemoved) return fail('EDGE_NOT_FOUND', 'There is no such guard.');
    this.#context.emitter.emit('changed');
    for (const { request } of removed) this.#emitChange(who, projectId, request, null);
    return success({ removed: true });
  }

  async undo(who: KnownDevice, projectId: string, kind: GuardKind): Promise<Result<ProjectGuards>> {
    const guard = this.#rows.find(projectId, kind);
    const run = this.#runOf(projectId);
    const isUndone =
      (await this.#takeBack(who, projectId, (layer) => layer.kind === kind)) ||
      (guard !== null && this.#runs.undo(guard, run, this.#parts.nameOf(who.deviceId)));
    return isUndone
      ? success(this.get(projectId))
      : fail('EDGE_NOT_FOUND', 'There is nothing of this guard to take back.');
  }

  /** How often a guard would have acted in the last 30 days. */
  try(projectId: string, request: GuardRequest): Promise<GuardTrial> {
    return tryGuard(this.#parts, projectId, request, this.#context.now());
  }

  /** Whether any cap is overridden, that of a launch in progress included. */
  isAnyOverridden(): boolean {
    return this.overrideRows.all().some(isChanged);
  }

  /** Guards as part of the snapshot. */
  now(): GuardsNow {
    const rows = this.overrideRows.all().filter(isChanged);
    const overrides = [...rows, ...this.#launches.inProgress(() => this.#parts.projects())];
    const { refusing, failing } = this.#runs.now();
    const stuck = overrides.flatMap((row) => failureOf(row) ?? []);
    const owed = this.#launches.failing();
    return {
      overrides: overrides.slice(0, LISTED_MAX).map(limitOf),
      refusing: refusing.slice(0, LISTED_MAX),
      dayBudgets: this.#runs.dayBudgets().slice(0, LISTED_MAX),
      failing: [...stuck, ...owed, ...failing].slice(0, LISTED_MAX),
    };
  }

  /** Raises a cap for the link of an alert, until the reset. */
  raiseByLink(asked: LinkRaise): Promise<LinkRaiseOutcome> {
    return this.#parts.caps.inTurn(asked.projectId, () => raiseByLink(this.#linkHands, asked));
  }

  /** Facts added to a limit event that names the overriding cap: the budget of a run, or a raised cap. */
  noteOf(arrival: Arrival): EventFacts {
    const { projectId } = arrival;
    if (projectId === null) return limitEventFacts(arrival, null);
    const [project] = this.#parts.projects([projectId]);
    const launched = this.#launches.overrideOf({ projectId, createdAt: project?.createdAt ?? null });
    return limitEventFacts(arrival, launched ?? this.overrideRows.get(projectId));
  }

  runBudgetOf = (projectId: string) => this.#rows.runBudgetOf(projectId);

  /** Around a paid call: one that starts a run is sent if no guard refuses it, within its budget. */
  aroundPaid(who: KnownDevice, call: PaidCall, send: Send): Promise<Result<PaidResponse>> {
    return this.#budgets.around(who, call, send);
  }

  /** An owner set a cap through the edge, in turn: it replaces the override. */
  onOwnCap(projectId: string, category: Category, cap: number | null): void {
    this.#launches.onOwnCap(projectId, category);
    this.#overrides.setByOwner(projectId, category, cap);
  }

  /** A project was deleted through the edge: its guards and overrides end with it. */
  onDeleted(projectId: string): void {
    this.#end(projectId);
    const forgotten = this.#parts.caps.inTurn(projectId, async () => {
      this.#launches.onDeleted(projectId);
      this.#overrides.forget(projectId);
    });
    this.#context.waitUntil(forgotten);
  }

  /** Ends guards of gone projects: those set before the present project of that name was created. */
  #endWithTheirProjects(): void {
    for (const { projectId, createdAt } of this.#parts.projects()) {
      const isFormer = ({ setAt }: Guard) => createdAt !== null && setAt + CLOCKS_APART_MS < createdAt;
      if (this.#rows.of(projectId).some(isFormer)) this.#end(projectId);
    }
  }

  #end(projectId: string): void {
    if (this.#rows.remove(projectId, null)) this.#context.emitter.emit('changed');
    this.#guarded.forget(projectId);
  }

  /** After a poll: schedules what guards have to do. */
  onPolled(): void {
    this.#endWithTheirProjects();
    const dueAt = this.#runs.dueAt(this.#allRuns());
    if (dueAt !== null) this.#context.jobs.schedule('guards', Math.max(dueAt, this.#context.now()));
  }

  /** After an event: the run that a cap was overridden for may be over. Its status decides. */
  onEvent({ event, projectId }: Pick<KeptEvent, 'event' | 'projectId'>): void {
    if (projectId === null || !ENDS.has(event)) return;
    this.#guarded.checkSoon(projectId);
    this.#checks.onEvent(projectId);
  }

  /** Job: checks every override and runs due guards. @returns when to run next */
  async run(): Promise<InstantMs | null> {
    this.#endWithTheirProjects();
    const due = this.#checks.due();
    const acts = due.length === 0 ? ACTS_A_RUN : ACTS_BESIDE_OVERRIDES;
    const work = Promise.all([this.#checks.run(due), this.#runs.apply(this.#allRuns(), acts)]);
    this.#context.waitUntil(work);
    if (!(await waitAtMost(work, HANGS_AFTER_MS))) return this.#context.now() + HANGS_AFTER_MS;
    const next = [this.#checks.nextAt(), this.#runs.dueAt(this.#allRuns())].filter((at) => at !== null);
    return next.length === 0 ? null : Math.max(Math.min(...next), this.#context.now() + SECOND_MS);
  }

  /** Job: reads runs of guarded projects that the poll does not cover. @returns when to read next */
  readRuns(): Promise<InstantMs | null> {
    return this.#guarded.run();
  }

  /** Whether a guard depends on the runs of a project, so that they are polled more often. */
  isWatching(): boolean {
    return this.#rows.watchedAfter('', 1).length > 0;
  }

  /** Removes layers. @returns whether there were any */
  async #takeBack(who: KnownDevice, projectId: string, which: (layer: Layer) => boolean): Promise<boolean> {
    return this.#parts.caps.inTurn(projectId, async () => {
      const rows = this.overrideRows.of(projectId).filter(({ layers }) => activeIn(layers).some(which));
      const by = { name: this.#parts.nameOf(who.deviceId) };
      for (const { category } of rows) await this.#overrides.end(projectId, which, by, category);
      return rows.length > 0;
    });
  }

  #emitChange(who: KnownDevice, projectId: string, from: GuardRequest | null, to: GuardRequest | null): void {
    const { kind } = from ?? to ?? {};
    if (kind === undefined) return;
    this.#context.emitter.emit('setting-changed', who.deviceId, projectId, {
      setting: 'guard',
      did: changeKind(from, to),
      guard: kind,
      from: from && guardNumber(from),
      to: to && guardNumber(to),
      ...(to?.kind === 'day-budget' && { stopsRun: to.stopsRun }),
    });
  }

  #followed(): RunOf[] {
    return this.#parts.isPolled() ? this.#parts.projects() : [];
  }

  /** Known runs of all guarded projects. */
  #allRuns(): RunOf[] {
    const followed = this.#followed();
    const known = new Set(followed.map(({ projectId }) => projectId));
    return [...followed, ...this.#guarded.runs().filter(({ projectId }) => !known.has(projectId))];
  }

  #runOf(projectId: string): RunState | null {
    const own = this.#guarded.runs().find((one) => one.projectId === projectId);
    return this.#parts.projects([projectId])[0]?.run ?? own?.run ?? null;
  }

  #record(guard: Guard, override: CapOverrideRow | null, run: RunState | null): GuardRecord {
    const { request, setAt, setBy, memory } = guard;
    const layer =
      request.kind === 'run-budget' && override !== null
        ? activeIn(override.layers).find(({ kind }) => kind === request.kind)
        : undefined;
    const status =
      layer === undefined
        ? guardStatus(guard, run, this.#context.now())
        : ({ state: 'acting', since: layer.since, until: layer.until, number: layer.credits } as const);
    const problem = request.kind === 'run-budget' ? (override?.problem ?? null) : (memory.problem ?? null);
    return { guard: request, setAt, setBy, ...status, problem };
  }
}

const ENDS: ReadonlySet<string> = new Set(['agent.prompt.finished', LIMIT_REACHED]);
