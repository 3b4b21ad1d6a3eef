import { inCents } from '../../shared/credits.ts';
import { type GuardRequest, RUN_BUDGET_MIN_CREDITS, raisedCap } from '../../shared/edge-api/guards.ts';
import { mayActAs } from '../../shared/edge-api/role.ts';
import { runsAtMost } from '../../shared/spending/runs.ts';
import { DAY_MS, HOUR_MS, type InstantMs, nextMonth } from '../../shared/time.ts';
import { mayUse } from '../configuration.ts';
import type { KnownDevice } from '../devices/devices.ts';
import { type Failed, fail, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import type { PaidResponse } from '../paid-calls/launches.ts';
import { guardSpending, type PaidCall } from '../paid-calls/paid-call.ts';
import { type CapOverrideRows, isChanged } from './cap-override-rows.ts';
import type { CapOverrides } from './cap-overrides.ts';
import { refused } from './guard-events.ts';
import type { GuardRows } from './guard-rows.ts';
import type { LaunchBudgets } from './launch-budgets.ts';
import { activeIn, isRunning, type Layer } from './layers.ts';
import type { OverrideCheckParts } from './override-checks.ts';

/** A run, or each prompt of a batch, takes 40 minutes at most; the usage is reset with the month. */
const LONGEST_RUN_MS = HOUR_MS;
/** For so long a batch is taken to go on of which nobody knows how many prompts it has. */
const UNKNOWN_RUNS_MS = DAY_MS;

export interface RunBudgetParts extends OverrideCheckParts {
  guards: GuardRows;
  overrideRows: CapOverrideRows;
  overrides: CapOverrides;
  launches: LaunchBudgets;
  /** Ends what is over of a project's override, in turn. */
  endOver: (projectId: string) => Promise<void>;
  /** Whether the key may change caps; null = not read. */
  canEdit: () => boolean | null;
  nameOf: (deviceId: string) => string | null;
  /** Why a prompt is refused now; null = no guard refuses it. */
  refusal: (projectId: string, call: string) => Promise<Failed | null>;
  /** Called when a prompt was sent. */
  onPrompt: (projectId: string) => void;
  /** Credits that a device has spent today, or may still spend, by what it did. */
  spentToday: (deviceId: string) => number;
}

/** Sends the call, with the budget that it was given. */
export type Send = (call: PaidCall) => Promise<Result<PaidResponse>>;

/** Overrides the cap with a run's budget before a prompt or a launch is sent, and applies raises. */
export class RunBudgets {
  readonly #context: AccountContext;
  readonly #parts: RunBudgetParts;

  constructor(context: AccountContext, parts: RunBudgetParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Around a paid call: one that starts a run is sent if no guard refuses it, within its budget. */
  around(who: KnownDevice, call: PaidCall, send: Send): Promise<Result<PaidResponse>> {
    // A repeated call is only looked up.
    if (this.#isSent(call.key)) return send(call);
    if (call.operation === 'startAgent') return this.#aroundPrompt(who, call, send);
    return call.operation === 'launchProject' ? this.#aroundLaunch(who, call, send) : send(call);
  }

  /** Overrides the cap with the budget before the prompt is sent. */
  async #aroundPrompt(who: KnownDevice, call: PaidCall, send: Send): Promise<Result<PaidResponse>> {
    const projectId = call.requestedProjectId;
    const refusal = await this.#parts.refusal(projectId, call.key);
    if (refusal !== null) return refusal;
    const byDefault = this.#parts.guards.runBudgetOf(projectId)?.credits ?? null;
    const { budget } = call;
    const isLifted = byDefault !== null && budget !== null && (budget.credits ?? Infinity) > byDefault;
    if (isLifted && !mayActAs(who.role, 'owner'))
      return fail('EDGE_ROLE_FORBIDDEN', 'Only owners go beyond the budget of this project’s runs.', {
        details: { role: who.role, needed: 'owner' },
      });
    const bound = this.#boundByLimit(who, call);
    if (!bound.ok) return bound;
    const chosen = budget === null ? byDefault : budget.credits;
    const credits = bound.value === null ? chosen : Math.min(bound.value, chosen ?? Infinity);
    const sent = bound.value === null ? call : { ...call, budget: { credits } };
    const sendNamed = async () => this.#inItsName(projectId, await send(sent));
    if (credits === null) return sendNamed().finally(() => this.#parts.onPrompt(projectId));
    return this.#parts.caps.inTurn(projectId, async () => {
      const override = await this.#applyBudget(who, call, credits);
      if (!override.ok) return override;
      try {
        return await sendNamed();
      } finally {
        if (override.value) this.#afterSending(projectId, call.key);
        this.#parts.onPrompt(projectId);
      }
    });
  }

  /** Bounds a batch of an unknown number of runs by what is left of its device's day; null: no bound. */
  #boundByLimit(
    { deviceId, dailySpendCredits: limit }: KnownDevice,
    { runs }: PaidCall,
  ): Result<number | null> {
    if (limit === null || runs === null || runsAtMost(runs) !== null) return success(null);
    if (!mayUse(this.#context.configuration, 'setCreditLimits'))
      return fail('EDGE_NOT_ALLOWED', 'The operator of this edge does not allow setCreditLimits.');
    const spent = this.#parts.spentToday(deviceId);
    const fits = guardSpending(limit, spent, RUN_BUDGET_MIN_CREDITS);
    return fits.ok ? success(inCents(limit - spent)) : fits;
  }

  /** Names the guard in a refusal for a reached cap, if the budget of the run before still lowers it. */
  #inItsName(projectId: string, response: Result<PaidResponse>): Result<PaidResponse> {
    const override = this.#parts.overrideRows.get(projectId);
    const isLowered =
      !response.ok &&
      response.error.code === 'PROJECT_CREDIT_LIMIT_REACHED' &&
      override !== null &&
      isChanged(override) &&
      activeIn(override.layers).some(({ kind }) => kind === 'run-budget');
    if (!isLowered) return response;
    const message = 'The budget of the run before is used up; its cap is put back once that run is over.';
    return fail('EDGE_GUARDED', message, { details: { guard: 'run-budget' } });
  }

  /** A launch carries its caps in its body; what the project keeps is recorded before it is sent. */
  async #aroundLaunch(who: KnownDevice, call: PaidCall, send: Send): Promise<Result<PaidResponse>> {
    const { key, caps: named } = call;
    const credits = call.budget?.credits ?? null;
    if (credits === null && Object.keys(named).length === 0) return send(call);
    const refusal = credits === null ? null : this.#whyNot(call);
    if (refusal !== null) return refusal;
    const since = this.#context.now();
    const budget = { kind: 'run-budget', until: null, call: key } as const;
    const layer =
      credits === null ? null : this.#layerBy(who, since, { ...budget, credits, to: credits, used: 0 });
    this.#parts.launches.store({ key, named, layer, since, owed: null });
    await this.#context.storage.sync();
    try {
      return await send(call);
    } finally {
      await this.#parts.launches.check(key);
    }
  }

  async #applyBudget(who: KnownDevice, call: PaidCall, credits: number): Promise<Result<boolean>> {
    const now = this.#context.now();
    const { key, requestedProjectId: projectId } = call;
    const noted = this.#parts.overrideRows.activeLayers(projectId).find((layer) => layer.call === key);
    // A click that waited for the first finds the call sent: its budget stays, whatever can be read now.
    if (noted && this.#isSent(key)) return success(true);
    if (noted) return this.#parts.overrides.enforce(projectId, noted);
    const refusal = this.#whyNot(call);
    if (refusal !== null) return refusal;
    const seen = await this.#parts.callService('getAgentStatus', { parameters: { projectId } });
    const hasStatus = seen.ok || seen.failure.kind !== 'not-available';
    if (!seen.ok && hasStatus) return refused('not-read', seen.failure.message);
    if (seen.ok && isRunning(seen.data)) return refused('running', 'A run is in progress already.');
    await this.#parts.endOver(projectId);
    return this.#parts.overrides.apply(projectId, ({ used }) => {
      if (used === null)
        return refused('used-unknown', 'The service does not return what was used this month.');
      const to = inCents(used + Math.max(credits, RUN_BUDGET_MIN_CREDITS));
      return success(
        this.#layerBy(who, now, { kind: 'run-budget', credits, to, used, until: null, call: key }),
      );
    });
  }

  /** Says why a call's budget could not hold until its runs are over, or be undone then; null: it can. */
  #whyNot({ runs }: PaidCall): Failed | null {
    const now = this.#context.now();
    if (this.#parts.canEdit() === false) return refused('not-owner', 'The key may not change caps.');
    const most = runs === null ? 1 : runsAtMost(runs);
    const lastsMs = most === null ? UNKNOWN_RUNS_MS : most * LONGEST_RUN_MS;
    return nextMonth(now) - now < lastsMs
      ? refused('month-ends', 'The month is about to end, and what is used starts anew.')
      : null;
  }

  /** Raises a project's cap for a run, or until a time. */
  async raise(
    who: KnownDevice,
    projectId: string,
    { credits, until, category = 'development' }: Extract<GuardRequest, { kind: 'raise' }>,
  ): Promise<Result<boolean>> {
    const now = this.#context.now();
    if (this.#parts.canEdit() === false) return refused('not-owner', 'The key may not change caps.');
    if (until.kind === 'time' && (until.at <= now || until.at > nextMonth(now)))
      return refused('until-out-of-range', 'The time must lie ahead, and in this month.');
    const seen =
      until.kind === 'run'
        ? await this.#parts.callService('getAgentStatus', { parameters: { projectId } })
        : null;
    if (seen !== null && !seen.ok) return refused('not-read', seen.failure.message);
    await this.#parts.endOver(projectId);
    const running =
      seen?.ok === true && isRunning(seen.data) ? this.#parts.runsOf(projectId).at(-1) : undefined;
    const layerFor: Parameters<CapOverrides['apply']>[1] = ({ used }, own) => {
      if (own === null) return refused('no-cap', 'The project has no cap to raise.');
      const layer = this.#layerBy(who, now, {
        kind: 'raise',
        credits,
        to: raisedCap(own, used, credits),
        until: until.kind === 'time' ? until.at : null,
        call: null,
      });
      return success(running?.over === null ? { ...layer, work: running.id } : layer);
    };
    return this.#parts.overrides.apply(projectId, layerFor, category);
  }

  #layerBy(
    who: KnownDevice,
    since: InstantMs,
    layer: Pick<Layer, 'kind' | 'credits' | 'to' | 'used' | 'until' | 'call'>,
  ): Layer {
    return { ...layer, since, by: this.#parts.nameOf(who.deviceId), endedAt: null };
  }

  /** Removes the budget of a call that certainly failed, unless the key was sent again before its turn. */
  #afterSending(projectId: string, key: string): void {
    this.#context.waitUntil(
      this.#parts.caps.inTurn(projectId, async () => {
        const state = this.#parts.paidCall(key)?.state ?? null;
        if (state === null || state === 'refused')
          await this.#parts.overrides.end(projectId, (layer) => layer.call === key);
      }),
    );
  }

  #isSent(key: string): boolean {
    return (this.#parts.paidCall(key)?.state ?? 'reserved') !== 'reserved';
  }
}
