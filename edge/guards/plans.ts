import type { GuardsNow } from '../../shared/edge-api/guards.ts';
import type { Plan, PlanRequest } from '../../shared/edge-api/plans.ts';
import { changeKind } from '../../shared/edge-api/setting-changes.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS, nextMonth } from '../../shared/time.ts';
import type { CapOutcome, Caps } from '../caps/caps.ts';
import type { KnownDevice } from '../devices/devices.ts';
import { fail, invalid, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema } from '../object/database.ts';
import { type ReportGuard, refused } from './guard-events.ts';

export const plansSchema: Schema = {
  capability: 'plans',
  startAnew: ['DELETE FROM plans'],
  migrations: ['CREATE TABLE plans (month TEXT PRIMARY KEY, plan TEXT NOT NULL)'],
};

/** The service resets its usage a little after midnight, by its own clock. */
const AFTER_RESET_MS = 5 * MINUTE_MS;
/** How long a cap below the reported usage waits for the reset. */
const COUNTS_ANEW_WITHIN_MS = 6 * HOUR_MS;
const LATER_MS = 10 * MINUTE_MS;
/** Each cap takes two of the 50 calls of a run. */
const CAPS_A_RUN = 15;
const REPORTED_TRIES = 3;

type PlannedCap = Plan['caps'][number];
type Step =
  | { kind: 'done'; cap: PlannedCap }
  | { kind: 'later'; code: string; message: string }
  | { kind: 'refused'; code: string; message: string };

export interface PlanParts {
  caps: Caps;
  report: ReportGuard;
  canEdit: () => boolean | null;
  nameOf: (deviceId: string) => string | null;
  /** Whether a project's development cap is overridden. */
  isOverridden: (projectId: string) => boolean;
}

/**
 * Planned caps of next month: stored until the reset, then set one by one, each compared first, and undone together.
 */
export class Plans {
  readonly #context: AccountContext;
  readonly #parts: PlanParts;
  #tries = 0;

  constructor(context: AccountContext, parts: PlanParts) {
    this.#context = context;
    this.#parts = parts;
  }

  get(): Plan | null {
    const query = 'SELECT plan FROM plans ORDER BY month DESC LIMIT 1';
    const [row] = this.#context.storage.sql.exec<{ plan: string }>(query);
    return row === undefined ? null : (JSON.parse(row.plan) as Plan);
  }

  put(who: KnownDevice, { month, caps }: PlanRequest): Result<{ plan: Plan | null }> {
    const now = this.#context.now();
    const appliesAt = Date.parse(`${month}-01T00:00:00Z`);
    if (appliesAt !== nextMonth(now)) return invalid('month', 'must be the next month');
    if (this.#isUnderWay()) return underWay();
    if (this.#parts.canEdit() === false) return refused('not-owner', 'The key may not change caps.');
    const before = this.#waiting();
    this.#put({
      month,
      appliesAt,
      state: 'waiting',
      setAt: now,
      setBy: this.#parts.nameOf(who.deviceId),
      problem: null,
      caps: caps.map((cap) => ({ ...cap, state: 'waiting' as const })),
    });
    this.#context.jobs.schedule('plans', appliesAt + AFTER_RESET_MS);
    this.#emitChange(who, before, this.#waiting());
    return success({ plan: this.get() });
  }

  /** Cancels a waiting plan, or deletes one that is over. */
  remove(who: KnownDevice): Result<{ plan: Plan | null }> {
    if (this.#isUnderWay()) return underWay();
    const before = this.#waiting();
    this.#context.storage.sql.exec('DELETE FROM plans');
    this.#context.emitter.emit('changed');
    this.#emitChange(who, before, null);
    return success({ plan: null });
  }

  undo(): Result<{ plan: Plan | null }> {
    const plan = this.get();
    if (plan === null || (plan.state !== 'applied' && plan.state !== 'stopped'))
      return fail('EDGE_NOT_FOUND', 'There is no plan that could be taken back.');
    this.#put({ ...plan, state: 'undoing', problem: null });
    this.#context.jobs.schedule('plans', this.#context.now());
    return success({ plan: this.get() });
  }

  /** Job: sets due caps. @returns when to continue */
  async run(): Promise<InstantMs | null> {
    let plan = this.get();
    const now = this.#context.now();
    if (plan === null) return null;
    if (plan.state === 'waiting') {
      if (now < plan.appliesAt + AFTER_RESET_MS) return plan.appliesAt + AFTER_RESET_MS;
      plan = { ...plan, state: 'applying' };
      this.#put(plan);
    }
    if (!this.#isUnderWay()) return null;
    for (let count = 0; count < CAPS_A_RUN; count++) {
      const isUndoing = plan.state === 'undoing';
      const at = plan.caps.findIndex(({ state }) => state === (isUndoing ? 'set' : 'waiting'));
      const cap = plan.caps[at];
      if (cap === undefined) return this.#finish(plan, isUndoing ? 'undone' : 'applied');
      const step = await this.#step(plan, cap, isUndoing);
      if (step.kind === 'later') return this.#later(plan, step);
      this.#tries = 0;
      if (step.kind === 'refused') return this.#refused(plan, at, step, isUndoing);
      plan = { ...plan, problem: null, caps: plan.caps.with(at, step.cap) };
      this.#put(plan);
    }
    return now;
  }

  #step(plan: Plan, cap: PlannedCap, isUndoing: boolean): Promise<Step> {
    return this.#parts.caps.inTurn(cap.projectId, () => this.#compareAndSet(plan, cap, isUndoing));
  }

  async #compareAndSet(plan: Plan, cap: PlannedCap, isUndoing: boolean): Promise<Step> {
    const { projectId, category } = cap;
    const [from, to] = isUndoing ? [cap.to, cap.from] : [cap.from, cap.to];
    if (category === 'development' && this.#parts.isOverridden(projectId))
      return { kind: 'later', code: 'laid-already', message: 'A guard overrides this cap just now.' };
    const change = { projectId, category, from, to };
    const compared = await this.#parts.caps.compare(change);
    const isLate = this.#context.now() - plan.appliesAt > COUNTS_ANEW_WITHIN_MS;
    if (
      compared.kind === 'agrees' &&
      !isUndoing &&
      !isLate &&
      to !== null &&
      (compared.used ?? Infinity) > to
    )
      return { kind: 'later', code: 'not-counted-anew', message: 'More is used than the cap of the plan.' };
    const outcome = compared.kind === 'agrees' ? await this.#parts.caps.setOwn(change) : compared;
    switch (outcome.kind) {
      case 'set':
        return { kind: 'done', cap: { ...cap, state: isUndoing ? 'undone' : 'set' } };
      case 'changed':
        return { kind: 'done', cap: { ...cap, state: 'left-alone', found: outcome.found } };
      case 'not-read':
      case 'failed':
        return stepOf(cap, outcome);
    }
  }

  #later(plan: Plan, { code, message }: { code: string; message: string }): InstantMs {
    const now = this.#context.now();
    this.#tries++;
    if (this.#tries >= REPORTED_TRIES && plan.problem === null && code !== 'laid-already')
      this.#put({ ...plan, problem: { code, message: message.slice(0, 300), since: now } });
    return now + Math.min(LATER_MS, MINUTE_MS * this.#tries);
  }

  /** Stopped at the first refusal, with the rest unchanged. */
  #refused(
    plan: Plan,
    at: number,
    { code, message }: { code: string; message: string },
    isUndoing: boolean,
  ): null {
    const caps = plan.caps.map((cap, index) =>
      index === at && !isUndoing
        ? { ...cap, state: 'refused' as const }
        : cap.state === 'waiting'
          ? { ...cap, state: 'unchanged' as const }
          : cap,
    );
    const problem = { code, message: message.slice(0, 300), since: this.#context.now() };
    this.#put({ ...plan, state: 'stopped', caps, problem });
    this.#parts.report(null, { guard: null, did: 'could-not', reason: code });
    return null;
  }

  #finish(plan: Plan, state: 'applied' | 'undone'): null {
    this.#put({ ...plan, state, problem: null });
    const of = (wanted: PlannedCap['state']) => plan.caps.filter((cap) => cap.state === wanted).length;
    const done = state === 'applied' ? of('set') : of('undone');
    if (done > 0)
      this.#parts.report(null, { guard: null, did: state === 'applied' ? 'set' : 'undone', number: done });
    if (of('left-alone') > 0)
      this.#parts.report(null, { guard: null, did: 'left-alone', number: of('left-alone') });
    return null;
  }

  /** The plan whose caps are still to be set; null = there is none. */
  #waiting(): Plan | null {
    const plan = this.get();
    return plan?.state === 'waiting' ? plan : null;
  }

  #emitChange(who: KnownDevice, from: Plan | null, to: Plan | null): void {
    const month = to?.month ?? from?.month;
    if (month === undefined || JSON.stringify(from?.caps) === JSON.stringify(to?.caps)) return;
    this.#context.emitter.emit('setting-changed', who.deviceId, null, {
      setting: 'plan',
      did: changeKind(from, to),
      month,
      from: from?.caps.length ?? null,
      to: to?.caps.length ?? null,
    });
  }

  #isUnderWay(): boolean {
    const state = this.get()?.state;
    return state === 'applying' || state === 'undoing';
  }

  #put(plan: Plan): void {
    const { sql } = this.#context.storage;
    sql.exec('DELETE FROM plans WHERE month <> ?', plan.month);
    insertRow(sql, 'plans', { month: plan.month, plan: JSON.stringify(plan) }, 'OR REPLACE');
    this.#context.emitter.emit('changed');
  }
}

/** What a plan could not set; a stopped one is not tried again. */
export const planFailure = (plan: Plan | null): GuardsNow['failing'] =>
  plan?.problem
    ? [
        {
          projectId: null,
          kind: null,
          ...plan.problem,
          stands: plan.state === 'stopped' ? 'stopped' : 'retried',
        },
      ]
    : [];

/** A failure is final where the service refused the change itself. */
function stepOf(cap: PlannedCap, { kind: at, failure }: Extract<CapOutcome, { failure: unknown }>): Step {
  const { code, kind, message } = failure;
  // A deleted project has no cap to set.
  if (at === 'not-read' && kind === 'not-found')
    return { kind: 'done', cap: { ...cap, state: 'left-alone' } };
  const isFinal = at === 'failed' && (kind === 'forbidden' || kind === 'refused' || kind === 'not-available');
  return { kind: isFinal ? 'refused' : 'later', code: code ?? kind, message };
}

const underWay = () => refused('running', 'The plan is being set just now.');
