import {
  GUARDED_PROJECTS_MAX,
  type GuardActRecord,
  type GuardKind,
  type GuardRecord,
  type GuardRequest,
  type GuardsNow,
  type GuardTrial,
  type ProjectGuards,
  RUN_BUDGET_MIN_CREDITS,
} from '../../../shared/edge-api/guards.ts';
import type { Plan } from '../../../shared/edge-api/plans.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import type { EventFacts, KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import type { LaunchState } from '../../../shared/snapshot/launches.ts';
import { endingOf, type ProjectState, type RunState } from '../../../shared/snapshot/project-state.ts';
import { HOUR_MS, type InstantMs, nextMonth, SECOND_MS } from '../../../shared/time.ts';
import type { CallService } from '../../builder-api/client.ts';
import type { GatewayCall } from '../../gateway/gateway.ts';
import { fail, type Result, success } from '../../http/result.ts';
import { mapLimited } from '../../object/concurrency.ts';
import type { AccountContext } from '../../object/context.ts';
import type { KnownDevice } from '../devices/devices.ts';
import type { Arrival } from '../events/store.ts';
import type { PaidResponse } from '../paid-calls/launches.ts';
import type { PaidCall } from '../paid-calls/paid-call.ts';
import { type CapOverrideRow, CapOverrides, launchKeyOf, limitOf, refused } from './cap-overrides.ts';
import type { ReportGuard } from './guard-events.ts';
import { type Guard, GuardRows } from './guard-rows.ts';
import { GuardedRuns, type RunOf } from './guarded-runs.ts';
import { activeIn, isOver, isRunning, isRunOf, type Layer, needsStatus } from './layers.ts';
import { RunGuards } from './run-guards.ts';
import { tryGuard } from './trial.ts';

/** Interval of status reads while a project's cap is overridden. */
const PACE_MS = 30 * SECOND_MS;
/** Each needs up to four of the 50 calls of a run of the object. */
const OVERRIDES_A_RUN = 8;
/** Guards that may call the service in one run, three calls each: alone, and beside checks of overrides. */
const ACTS_A_RUN = 12;
const ACTS_BESIDE_OVERRIDES = 5;
const WIDTH = 4;
/** A run takes 40 minutes at most; the usage is reset with the month. */
const LONGEST_RUN_MS = HOUR_MS;
const EVENT_SETTLES_MS = 2 * SECOND_MS;
const LISTED_MAX = 50;

export interface GuardParts {
  callService: CallService;
  report: ReportGuard;
  /** The ledger's state of a paid call, and its project; null = unknown key. */
  paidCall: (key: string) => { state: LaunchState; projectId: string | null } | null;
  /** The state of these projects, or of all that are followed. */
  projects: (only?: readonly string[]) => ProjectState[];
  /** Whether the poll runs: it does not without a paired browser. */
  isPolled: () => boolean;
  /** Whether the key may change caps; null = not read. */
  canEdit: () => boolean | null;
  nameOf: (deviceId: string) => string | null;
  acts: (projectId: string) => GuardActRecord[];
  ends: (projectId: string) => readonly KeptEvent[];
  onStopped: (projectId: string) => void;
  /** Called when a project's caps changed. */
  onCapChanged: (projectId: string) => void;
  /** Called when an owner changed a cap through the edge. */
  onOwnCapChanged: (projectId: string) => void;
}

type Send = () => Promise<Result<PaidResponse>>;

/** Guards: limits that owners set, and the overrides of caps at the service. They work without any open browser. */
export class Guards {
  readonly #context: AccountContext;
  readonly #parts: GuardParts;
  readonly #rows: GuardRows;
  readonly #overrides: CapOverrides;
  readonly #runs: RunGuards;
  readonly #guarded: GuardedRuns;

  constructor(context: AccountContext, parts: GuardParts) {
    this.#context = context;
    this.#parts = parts;
    this.#rows = new GuardRows(context.storage.sql);
    this.#overrides = new CapOverrides(context, parts.callService, parts.report, parts.onCapChanged);
    this.#runs = new RunGuards(context, {
      callService: parts.callService,
      rows: this.#rows,
      report: parts.report,
      onStopped: parts.onStopped,
    });
    this.#guarded = new GuardedRuns(context, {
      callService: parts.callService,
      rows: this.#rows,
      followed: () => new Set(this.#followed().map(({ projectId }) => projectId)),
      onRead: (runs) => {
        // Failures are only counted here; what calls the service has a run of its own.
        this.#context.waitUntil(this.#runs.apply(runs, 0));
        this.onPolled();
      },
    });
    if (context.jobs.dueAt('guards') === null && this.#overrides.count() > 0) this.#soon(0);
  }

  list(): ProjectGuards[] {
    const overrides = this.#overrides.ofProjects();
    const ids = new Set([...overrides, ...this.#rows.all()].map(({ projectId }) => projectId));
    return [...ids].sort().map((projectId) => ({ ...this.#of(projectId), acts: [] }));
  }

  get(projectId: string): ProjectGuards {
    return this.#of(projectId);
  }

  async put(who: KnownDevice, projectId: string, request: GuardRequest): Promise<Result<ProjectGuards>> {
    if (request.kind === 'raise') {
      const raised = await this.#overrides.inTurn(projectId, () => this.#raise(who, projectId, request));
      if (!raised.ok) return raised;
      return success(this.#of(projectId));
    }
    if (this.#rows.of(projectId).length === 0 && this.#rows.projects() >= GUARDED_PROJECTS_MAX)
      return fail('EDGE_RATE_LIMITED', `There are ${GUARDED_PROJECTS_MAX} guarded projects already.`);
    const now = this.#context.now();
    const known = this.#rows.find(projectId, request.kind);
    if (JSON.stringify(known?.request) !== JSON.stringify(request)) {
      const memory = request.kind === 'failures' ? { lastRun: lastRunOf(this.#runOf(projectId)) ?? now } : {};
      this.#rows.put({ projectId, request, setAt: now, setBy: this.#parts.nameOf(who.deviceId), memory });
      this.#context.changed();
      this.#guarded.start();
      this.onPolled();
    }
    return success(this.#of(projectId));
  }

  /** @param kind null = all guards of the project. Their overrides are removed too. */
  async remove(projectId: string, kind: GuardKind | null): Promise<Result<{ removed: true }>> {
    const isOverridden = await this.#takeBack(projectId, (layer) => kind === null || layer.kind === kind);
    const isRemoved = this.#rows.remove(projectId, kind);
    if (!isOverridden && !isRemoved) return fail('EDGE_NOT_FOUND', 'There is no such guard.');
    this.#context.changed();
    return success({ removed: true });
  }

  async undo(projectId: string, kind: GuardKind): Promise<Result<ProjectGuards>> {
    const guard = this.#rows.find(projectId, kind);
    const run = this.#runOf(projectId);
    const isUndone =
      (await this.#takeBack(projectId, (layer) => layer.kind === kind)) ||
      (guard !== null && this.#runs.undo(guard, run));
    return isUndone
      ? success(this.#of(projectId))
      : fail('EDGE_NOT_FOUND', 'There is nothing of this guard to take back.');
  }

  /** How often a guard would have acted in the last 30 days. */
  try(projectId: string, request: GuardRequest): Promise<GuardTrial> {
    return tryGuard(this.#parts, projectId, request, this.#context.now());
  }

  /** Changes of a project's caps, one after another. */
  inTurn<T>(projectId: string, act: () => Promise<T>): Promise<T> {
    return this.#overrides.inTurn(projectId, act);
  }

  /** Whether a project's cap is overridden. */
  isOverridden(projectId: string): boolean {
    return activeIn(this.#overrides.get(projectId)?.layers ?? []).length > 0;
  }

  /** Guards as part of the snapshot. */
  now(plan: Plan | null): GuardsNow {
    const overrides = this.#overrides.ofProjects();
    const { refusing, failing } = this.#runs.now();
    const stuck = overrides.flatMap(({ projectId, problem, layers }) =>
      problem === null ? [] : [{ projectId, kind: layers.at(-1)?.kind ?? null, ...problem }],
    );
    const planned = plan?.problem ? [{ projectId: null, kind: null, ...plan.problem }] : [];
    return {
      laid: overrides.slice(0, LISTED_MAX).map(limitOf),
      refusing: refusing.slice(0, LISTED_MAX),
      failing: [...stuck, ...failing, ...planned].slice(0, LISTED_MAX),
    };
  }

  /** The owner's cap if it is overridden; undefined = it is not. */
  ownCap(projectId: string): number | null | undefined {
    return this.#overrides.get(projectId)?.own;
  }

  /** Facts added to a limit event that names the overriding cap: the budget of a run, or a raised cap. */
  noteOf({ event, projectId, signer, data }: Arrival): EventFacts {
    if (event !== LIMIT_REACHED || signer !== 'account') return {};
    const override = projectId === null ? null : this.#overrides.get(projectId);
    const isOther = override === null || override.cap === override.own || data.limit !== override.cap;
    if (isOther || !/^dev/i.test(String(data.category ?? 'development'))) return { guard: null };
    const [layer] = limitOf(override).layers;
    return { guard: layer?.kind ?? null, budget: layer?.credits ?? null, own: override.own };
  }

  /** Around a paid call: one that starts a run is sent if no guard refuses it, within its budget. */
  aroundPaid(who: KnownDevice, call: PaidCall, send: Send): Promise<Result<PaidResponse>> {
    // A repeated call is only looked up.
    const known = this.#parts.paidCall(call.key);
    if (known !== null && known.state !== 'reserved') return send();
    if (call.operation === 'startAgent') return this.#aroundPrompt(who, call, send);
    return call.operation === 'launchProject' ? this.#aroundLaunch(who, call, send) : send();
  }

  /** Around a change of the caps by an owner through the edge: it replaces the override. */
  aroundChange<T>(
    {
      operation,
      parameters: { projectId = '' },
      body,
    }: Pick<GatewayCall, 'operation' | 'parameters' | 'body'>,
    send: () => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (operation !== 'setCreditLimits' && operation !== 'setFeatureLimits') return send();
    const { maxDevelopmentCreditsPerMonth: own }: CapChange = JSON.parse(body ?? '{}');
    return this.#overrides.inTurn(projectId, async () => {
      const response = await send();
      if (response.ok && own !== undefined) this.#overrides.setByOwner(projectId, own);
      if (response.ok) this.#parts.onOwnCapChanged(projectId);
      return response;
    });
  }

  /** Overrides the cap with the budget before the prompt is sent. */
  async #aroundPrompt(who: KnownDevice, call: PaidCall, send: Send): Promise<Result<PaidResponse>> {
    const projectId = call.requestedProjectId;
    const refusal = await this.#runs.refusal(projectId);
    if (refusal !== null) return refusal;
    const byDefault = this.#defaultOf(projectId);
    const { budget } = call;
    const isLifted = byDefault !== null && budget !== null && (budget.credits ?? Infinity) > byDefault;
    if (isLifted && !mayActAs(who.role, 'owner'))
      return fail('EDGE_ROLE_FORBIDDEN', 'Only owners go beyond the budget of this project’s runs.', {
        details: { role: who.role, needed: 'owner' },
      });
    const credits = budget === null ? byDefault : budget.credits;
    if (credits === null) return send().finally(() => this.#guarded.hurry(projectId));
    return this.#overrides.inTurn(projectId, async () => {
      const override = await this.#applyBudget(who, projectId, call.key, credits);
      if (!override.ok) return override;
      try {
        return await send();
      } finally {
        if (override.value) this.#afterSending(projectId, call.key);
        this.#guarded.hurry(projectId);
      }
    });
  }

  /** A launch carries its budget in its body; the cap to restore is recorded before it is sent. */
  async #aroundLaunch(who: KnownDevice, call: PaidCall, send: Send): Promise<Result<PaidResponse>> {
    const { credits, own } = call.budget ?? { credits: null, own: null };
    if (credits === null) return send();
    const now = this.#context.now();
    const layer = {
      kind: 'run-budget',
      credits,
      to: credits,
      until: null,
      call: call.key,
      before: null,
    } as const;
    await this.#overrides.applyAtLaunch(call.key, own, this.#layerBy(who, now, layer));
    try {
      return await send();
    } finally {
      this.onLaunchChecked(call.key);
    }
  }

  /** After a poll: schedules what guards have to do. */
  onPolled(): void {
    const dueAt = this.#runs.dueAt(this.#allRuns());
    if (dueAt !== null) this.#context.jobs.schedule('guards', Math.max(dueAt, this.#context.now()));
  }

  /** After an event: the run that a cap was overridden for may be over. Its status decides. */
  onEvent({ event, projectId }: Pick<KeptEvent, 'event' | 'projectId'>): void {
    if (projectId === null || !ENDS.has(event)) return;
    this.#guarded.hurry(projectId);
    if (this.#overrides.get(projectId) === null) return;
    this.#overrides.changeLayers(projectId, (layer) => ({
      ...layer,
      isSeen: layer.isSeen || event === RUN_FINISHED,
    }));
    this.#overrides.checkSoon(projectId);
    this.#soon(EVENT_SETTLES_MS);
  }

  /** Job: checks every override and runs due guards. @returns when to run next */
  async run(): Promise<InstantMs | null> {
    const now = this.#context.now();
    const due = this.#overrides
      .all()
      .map((override) => ({ override, at: this.#overrides.dueAt(override, PACE_MS) }))
      .filter(({ at }) => at <= now)
      .sort((one, other) => one.at - other.at)
      .slice(0, OVERRIDES_A_RUN);
    await mapLimited(due, WIDTH, ({ override: { projectId } }) => this.#check(projectId));
    const runs = this.#allRuns();
    await this.#runs.apply(runs, due.length === 0 ? ACTS_A_RUN : ACTS_BESIDE_OVERRIDES);
    const next = this.#overrides.all().map((override) => this.#overrides.dueAt(override, PACE_MS));
    const guardsAt = this.#runs.dueAt(runs);
    if (guardsAt !== null) next.push(guardsAt);
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

  async #check(id: string): Promise<void> {
    const key = launchKeyOf(id);
    if (key !== null) return this.onLaunchChecked(key);
    await this.#overrides.inTurn(id, async () => {
      const override = this.#overrides.get(id);
      if (override === null) return;
      if (override.endedAt !== null) return this.#afterEnd(override);
      const active = activeIn(override.layers);
      const over = new Set<Layer>();
      for (const layer of active) if (await this.#isOver(id, layer)) over.add(layer);
      const isSettled = override.confirmed === override.cap && override.problem === null && active.length > 0;
      const isTimed = active.every(({ until }) => until !== null);
      if (over.size === 0 && isSettled) return this.#overrides.postpone(id, isTimed ? null : PACE_MS);
      const ended = [...over].map(({ kind, since }) => `${kind} ${since}`);
      await this.#overrides.end(id, ({ kind, since }) => ended.includes(`${kind} ${since}`));
    });
  }

  /**
   * The owner's cap is back: the override stays listed for a while, and is checked once more where a lost change may
   * still take effect.
   */
  async #afterEnd({ projectId, doubts }: CapOverrideRow): Promise<void> {
    if (doubts.length > 0) {
      await this.#overrides.reconcile(projectId);
      const after = this.#overrides.get(projectId);
      if (after === null || after.doubts.length > 0 || after.endedAt === null) return;
    }
    this.#overrides.forget(projectId);
    this.#context.changed();
  }

  async #isOver(projectId: string, layer: Layer): Promise<boolean> {
    const now = this.#context.now();
    const state = layer.call === null ? null : (this.#parts.paidCall(layer.call)?.state ?? null);
    if (!needsStatus(layer, state, now)) return isOver(layer, state, null, now);
    const result = await this.#parts.callService('getAgentStatus', { parameters: { projectId } });
    if (!result.ok) {
      const hasNone = result.failure.kind === 'not-available' || result.failure.kind === 'not-found';
      return hasNone && isOver(layer, state, null, now);
    }
    if (isRunOf(layer, result.data) && !layer.isSeen)
      this.#overrides.changeLayers(projectId, (one) =>
        one.since === layer.since ? { ...one, isSeen: true } : one,
      );
    return isOver(layer, state, result.data, now);
  }

  /** Applies the outcome of a launch that was sent with a budget. */
  onLaunchChecked(key: string): void {
    const id = `launch:${key}`;
    const call = this.#parts.paidCall(key);
    const pending = this.#overrides.get(id);
    if (pending === null) return;
    if (call?.state === 'launched' && call.projectId !== null) this.#overrides.adopt(key, call.projectId);
    else if (call?.state === 'refused') this.#overrides.forget(id);
    else if (call === null && this.#context.now() - (pending.layers[0]?.since ?? 0) > LONGEST_RUN_MS)
      this.#overrides.forget(id);
    else this.#overrides.postpone(id, call?.state === 'absent' ? LONGEST_RUN_MS : PACE_MS);
  }

  async #applyBudget(
    who: KnownDevice,
    projectId: string,
    call: string,
    credits: number,
  ): Promise<Result<boolean>> {
    const now = this.#context.now();
    const active = activeIn(this.#overrides.get(projectId)?.layers ?? []);
    if (active.some((layer) => layer.call === call)) return success(true);
    if (this.#parts.canEdit() === false) return refused('not-owner', 'The key may not change caps.');
    if (nextMonth(now) - now < LONGEST_RUN_MS)
      return refused('month-ends', 'The month is about to end, and what is used starts anew.');
    const seen = await this.#parts.callService('getAgentStatus', { parameters: { projectId } });
    const hasStatus = seen.ok || seen.failure.kind !== 'not-available';
    if (!seen.ok && hasStatus) return refused('not-read', seen.failure.message);
    if (seen.ok && isRunning(seen.data)) return refused('running', 'A run goes on already.');
    const before = seen.ok ? (seen.data.startedAt ?? null) : null;
    return this.#overrides.apply(projectId, ({ cap, used }) => {
      if (used === null)
        return refused('used-unknown', 'The service does not tell what was used this month.');
      const to = inCents(used + Math.max(credits, RUN_BUDGET_MIN_CREDITS));
      if (cap !== null && cap <= to) return success(null);
      return success(this.#layerBy(who, now, { kind: 'run-budget', credits, to, until: null, call, before }));
    });
  }

  async #raise(
    who: KnownDevice,
    projectId: string,
    { credits, until }: Extract<GuardRequest, { kind: 'raise' }>,
  ): Promise<Result<boolean>> {
    const now = this.#context.now();
    if (this.#parts.canEdit() === false) return refused('not-owner', 'The key may not change caps.');
    if (until.kind === 'time' && (until.at <= now || until.at > nextMonth(now)))
      return refused('until-out-of-range', 'The time must lie ahead, and in this month.');
    const isForRun = until.kind === 'run';
    const seen = isForRun
      ? await this.#parts.callService('getAgentStatus', { parameters: { projectId } })
      : null;
    if (seen !== null && !seen.ok) return refused('not-read', seen.failure.message);
    const isSeen = seen?.ok === true && isRunning(seen.data);
    return this.#overrides.apply(projectId, (_, own) => {
      if (own === null) return refused('no-cap', 'The project has no cap to raise.');
      const layer = this.#layerBy(who, now, {
        kind: 'raise',
        credits,
        to: inCents(own + credits),
        until: until.kind === 'time' ? until.at : null,
        call: null,
        before: seen?.ok ? (seen.data.startedAt ?? null) : null,
      });
      return success({ ...layer, isSeen });
    });
  }

  #layerBy(
    who: KnownDevice,
    since: InstantMs,
    layer: Pick<Layer, 'kind' | 'credits' | 'to' | 'until' | 'call' | 'before'>,
  ): Layer {
    return { ...layer, since, by: this.#parts.nameOf(who.deviceId), isSeen: false, endedAt: null };
  }

  /** Removes layers. @returns whether there were any */
  async #takeBack(projectId: string, which: (layer: Layer) => boolean): Promise<boolean> {
    return this.#overrides.inTurn(projectId, async () => {
      if (!activeIn(this.#overrides.get(projectId)?.layers ?? []).some(which)) return false;
      await this.#overrides.end(projectId, which, 'undone');
      return true;
    });
  }

  /** A call that certainly failed needs no budget: it is removed at once. */
  #afterSending(projectId: string, key: string): void {
    const state = this.#parts.paidCall(key)?.state ?? null;
    if (state === null || state === 'refused') {
      this.#context.waitUntil(
        this.#overrides.inTurn(projectId, () =>
          this.#overrides.end(projectId, (layer) => layer.call === key),
        ),
      );
    }
  }

  #defaultOf(projectId: string): number | null {
    const guard = this.#rows.find(projectId, 'run-budget');
    return guard?.request.kind === 'run-budget' ? guard.request.credits : null;
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

  #of(projectId: string): ProjectGuards {
    const override = this.#overrides.get(projectId);
    const run = this.#runOf(projectId);
    return {
      projectId,
      limit: override === null ? null : limitOf(override),
      guards: this.#rows.of(projectId).map((guard) => this.#record(guard, override, run)),
      acts: this.#parts.acts(projectId),
    };
  }

  #record(guard: Guard, override: CapOverrideRow | null, run: RunState | null): GuardRecord {
    const { request, setAt, setBy, memory } = guard;
    const layer =
      request.kind === 'run-budget' && override !== null
        ? activeIn(override.layers).find(({ kind }) => kind === request.kind)
        : undefined;
    const stands =
      layer === undefined
        ? this.#runs.stateOf(guard, run)
        : ({ state: 'acting', since: layer.since, until: layer.until, number: layer.credits } as const);
    const problem = request.kind === 'run-budget' ? (override?.problem ?? null) : (memory.problem ?? null);
    return { guard: request, setAt, setBy, ...stands, problem };
  }

  #soon(inMs: number): void {
    this.#context.jobs.schedule('guards', this.#context.now() + inMs);
  }
}

const RUN_FINISHED = 'agent.prompt.finished';
const LIMIT_REACHED = 'project.credit_limit.reached';
const ENDS: ReadonlySet<string> = new Set([RUN_FINISHED, LIMIT_REACHED]);

/** Body of Update Credit Limits. */
type CapChange = { maxDevelopmentCreditsPerMonth?: number | null };

const inCents = (credits: number): number => Math.round(credits * 100) / 100;

/** When the latest ended run began: a guard that was set after it does not count it. */
const lastRunOf = (run: RunState | null): InstantMs | null =>
  run && endingOf(run) !== null ? (run.startedAt ?? run.finishedAt) : null;
