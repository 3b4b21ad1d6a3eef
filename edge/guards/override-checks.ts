import type { Category } from '../../shared/builder-api/limits.ts';
import type { LaunchRecord } from '../../shared/snapshot/launches.ts';
import { type InstantMs, SECOND_MS } from '../../shared/time.ts';
import type { KnownWork } from '../../shared/work/row.ts';
import type { CallService } from '../builder-api/client.ts';
import type { Caps } from '../caps/caps.ts';
import { doRow, mapLimited, UnderWay } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { reached } from '../object/probes.ts';
import type { CapOverrideRow, CapOverrideRows } from './cap-override-rows.ts';
import type { CapOverrides } from './cap-overrides.ts';
import type { LaunchBudgets } from './launch-budgets.ts';
import { activeIn, isOver, isOverWithoutStatus, type Layer, mayRun, rowsOfLayer } from './layers.ts';

/** Interval of status reads while a project's cap is overridden. */
const PACE_MS = 30 * SECOND_MS;
/** Each needs up to five of the 50 calls of a run of the object. */
const OVERRIDES_A_RUN = 6;
const WIDTH = 4;
const EVENT_SETTLES_MS = 2 * SECOND_MS;

export interface OverrideCheckParts {
  callService: CallService;
  caps: Caps;
  /** The ledger's record of a paid call; null = unknown key. */
  paidCall: (key: string) => LaunchRecord | null;
  /** The known runs of a project, oldest first. */
  runsOf: (projectId: string) => readonly KnownWork[];
}

const keyOf = ({ projectId, category }: CapOverrideRow) => `${category} ${projectId}`;

/** Ends overrides of caps whose reason is over: by time, by their paid call, or by the status of the run. */
export class OverrideChecks {
  readonly #context: AccountContext;
  readonly #parts: OverrideCheckParts;
  readonly #rows: CapOverrideRows;
  readonly #overrides: CapOverrides;
  readonly #launches: LaunchBudgets;
  readonly #underWay = new UnderWay();

  constructor(
    context: AccountContext,
    parts: OverrideCheckParts,
    rows: CapOverrideRows,
    overrides: CapOverrides,
    launches: LaunchBudgets,
  ) {
    this.#context = context;
    this.#parts = parts;
    this.#rows = rows;
    this.#overrides = overrides;
    this.#launches = launches;
    if (rows.all().length > 0 || launches.all().length > 0) {
      reached('override-found-at-start');
      if (context.jobs.dueAt('guards') === null) this.#soon(0);
    }
  }

  /** Overrides that are due and not being checked, as many as are checked in one run. */
  due(): CapOverrideRow[] {
    return this.#rows
      .all()
      .map((override) => ({ override, at: this.#rows.dueAt(override, PACE_MS) }))
      .filter(({ override, at }) => at <= this.#context.now() && !this.#underWay.has(keyOf(override)))
      .sort((one, other) => one.at - other.at)
      .slice(0, OVERRIDES_A_RUN)
      .map(({ override }) => override);
  }

  /** Checks overrides, and beside them due launches with a budget: the service may hang for one of them. */
  async run(overrides: readonly CapOverrideRow[]): Promise<void> {
    const now = this.#context.now();
    const launches = this.#launches.all().filter((launch) => this.#launches.dueAt(launch) <= now);
    const checkLaunch = ({ key }: { key: string }) =>
      doRow(
        () => this.#launches.check(key),
        () => this.#launches.postpone(key, PACE_MS),
      );
    const check = (override: CapOverrideRow) =>
      doRow(
        () => {
          const { projectId: id, category } = override;
          return this.#parts.caps.inTurn(id, () => this.check(id, category));
        },
        () => this.#rows.postpone(override, PACE_MS),
      );
    await Promise.all([
      mapLimited(launches, WIDTH, (launch) => this.#underWay.do(launch.key, () => checkLaunch(launch))),
      mapLimited(overrides, WIDTH, (override) => this.#underWay.do(keyOf(override), () => check(override))),
    ]);
  }

  /** When an override is to be checked next; null = there is none. */
  nextAt(): InstantMs | null {
    const times = [
      ...this.#rows.all().map((override) => this.#rows.dueAt(override, PACE_MS)),
      ...this.#launches.all().map((launch) => this.#launches.dueAt(launch)),
    ];
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Schedules a reading after an event: the override's run may be over, or the event of an earlier run. */
  onEvent(projectId: string): void {
    if (this.#rows.of(projectId).length === 0) return;
    this.#rows.checkSoon(projectId);
    this.#soon(EVENT_SETTLES_MS);
  }

  /** Ends what is over of a project's override. Call within {@link Caps.inTurn}. */
  async check(id: string, category: Category = 'development'): Promise<void> {
    const known = this.#rows.happened(id, category);
    // A budget of a run is always of the development cap.
    if (known?.endedAt === null && category === 'development') await this.#overrides.followUsed(id);
    const override = this.#rows.get(id, category);
    if (override === null) return;
    if (override.endedAt !== null) return this.#afterEnd(override);
    const active = activeIn(override.layers);
    const over = new Set<Layer>();
    for (const layer of active) if (await this.#isOver(id, layer)) over.add(layer);
    const { confirmed, cap, problem, unconfirmed } = override;
    const isSettled = confirmed === cap && problem === null && active.length > 0 && unconfirmed.length === 0;
    const isTimed = active.every(({ until }) => until !== null);
    if (over.size === 0 && isSettled)
      return isTimed ? this.#rows.clearFailures(override) : this.#rows.postpone(override, PACE_MS);
    const ended = [...over].map(({ kind, since }) => `${kind} ${since}`);
    const isEnded = ({ kind, since }: Layer) => ended.includes(`${kind} ${since}`);
    await this.#overrides.end(id, isEnded, undefined, category);
  }

  /**
   * Handles a restored cap: the override stays listed for a while, and is checked once more if a lost change
   * may still take effect.
   */
  async #afterEnd({ projectId, category, unconfirmed }: CapOverrideRow): Promise<void> {
    if (unconfirmed.length > 0) {
      await this.#overrides.reconcile(projectId, category);
      const after = this.#rows.get(projectId, category);
      if (after === null || after.unconfirmed.length > 0 || after.endedAt === null) return;
    }
    this.#rows.forget(projectId, category);
    this.#context.emitter.emit('changed');
  }

  async #isOver(projectId: string, layer: Layer): Promise<boolean> {
    const now = this.#context.now();
    const call = layer.call === null ? null : this.#parts.paidCall(layer.call);
    // A launch may create its project without a run (service reference, Launch Project, `agent.started`).
    const state = call?.agentStarted === false ? 'absent' : (call?.state ?? null);
    const isOverIf = (mayRun: boolean | null) =>
      isOver(layer, state, { rows: rowsOfLayer(layer, this.#parts.runsOf(projectId)), mayRun }, now);
    if (isOverWithoutStatus(layer, state, now) !== null) return isOverIf(null);
    const result = await this.#parts.callService('getAgentStatus', { parameters: { projectId } });
    if (!result.ok) {
      const hasNone = result.failure.kind === 'not-available' || result.failure.kind === 'not-found';
      return hasNone && isOverIf(null);
    }
    return isOverIf(mayRun(result.data));
  }

  #soon(inMs: number): void {
    this.#context.jobs.schedule('guards', this.#context.now() + inMs);
  }
}
