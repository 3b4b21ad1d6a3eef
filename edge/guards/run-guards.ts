import { backoffMs } from '../../shared/backoff.ts';
import type { GuardsNow } from '../../shared/edge-api/guards.ts';
import type { RunState } from '../../shared/snapshot/project-state.ts';
import { type InstantMs, MINUTE_MS, parseInstant, SECOND_MS, utcDay } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import { type Failed, fail } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { reached } from '../object/probes.ts';
import { type ReportGuard, refused } from './guard-events.ts';
import type { Guard, GuardMemory, GuardRows } from './guard-rows.ts';
import type { RunOf } from './guarded-runs.ts';
import { isRunning } from './layers.ts';
import { countRun, guardDueAt, guardState, runKey, withoutFailure } from './run-guard-rules.ts';

const RETRY_FIRST_MS = 15 * SECOND_MS;
const RETRY_MAX_MS = 5 * MINUTE_MS;
const REPORTED_TRIES = 2;

export interface RunGuardParts {
  callService: CallService;
  rows: GuardRows;
  report: ReportGuard;
  /** Called when the service accepted a request to stop a run. */
}

/**
 * Guards by duration, by failures and by the day's spending: they act on known runs, and call the service only before
 * they act.
 */
export class RunGuards {
  readonly #context: AccountContext;
  readonly #parts: RunGuardParts;

  constructor(context: AccountContext, parts: RunGuardParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** When a guard of these projects is due; null = none is. */
  dueAt(states: readonly RunOf[]): InstantMs | null {
    const times = this.#guarded(states).flatMap(
      ({ guard, run }) => guardDueAt(guard, run, this.#context.now()) ?? [],
    );
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Runs due guards. @param atMost guards that may call the service; counting failures is not limited */
  async apply(states: readonly RunOf[], atMost: number): Promise<void> {
    const now = this.#context.now();
    let acted = 0;
    for (const { guard, run } of this.#guarded(states)) {
      const dueAt = guardDueAt(guard, run, this.#context.now());
      if (dueAt === null || dueAt > now) continue;
      if (guard.request.kind !== 'failures' && acted++ >= atMost) continue;
      await this.#act(guard, run);
    }
  }

  #guarded(states: readonly RunOf[]): { guard: Guard; run: RunState }[] {
    const runs = new Map(states.flatMap(({ projectId, run }) => (run === null ? [] : [[projectId, run]])));
    return this.#parts.rows.ofThese([...runs.keys()]).flatMap((guard) => {
      const run = runs.get(guard.projectId);
      return run === undefined ? [] : [{ guard, run }];
    });
  }

  async #act(guard: Guard, run: RunState): Promise<void> {
    const { request } = guard;
    switch (request.kind) {
      case 'run-budget':
      case 'raise':
        return;
      case 'failures':
        this.#remember(guard, (memory) => countRun(memory, run, request, this.#context.now()));
        return;
      case 'run-time':
        return this.#stop(guard, run, request.minutes);
      case 'day-budget': {
        const read = await this.#spent(guard, request.credits, runKey(run));
        if (!read?.isOver || !request.stopsRun || run.phase !== 'running') return;
        return this.#stop(read.guard, run, read.spent);
      }
    }
  }

  /** Why a prompt is refused now; null = no guard refuses it. */
  async refusal(projectId: string): Promise<Failed | null> {
    for (const guard of this.#parts.rows.of(projectId)) {
      const { request } = guard;
      if (request.kind === 'failures') {
        const { failures = 0 } = guard.memory;
        if (failures >= request.inARow)
          return this.#refused(guard, failures, `${failures} runs in a row have failed.`, {
            guard: request.kind,
            failures,
          });
      } else if (request.kind === 'day-budget' && guard.memory.undoneFor !== this.#today()) {
        const read = await this.#spent(guard, request.credits, guard.memory.readFor);
        if (read === null)
          return refused(
            'not-read',
            'What was spent today can’t be read, and this project has a budget of a day.',
          );
        const { spent } = read;
        if (read.isOver)
          return this.#refused(read.guard, spent, 'The budget of the day is spent.', {
            guard: request.kind,
            spent,
            limit: request.credits,
          });
      }
    }
    return null;
  }

  /** Guards that refuse prompts, and guards that failed to act. */
  now(): Pick<GuardsNow, 'refusing' | 'failing'> {
    const refusing: GuardsNow['refusing'] = [];
    const failing: GuardsNow['failing'] = [];
    for (const guard of this.#parts.rows.acting()) {
      const { projectId, request, memory } = guard;
      if (memory.problem) failing.push({ projectId, kind: request.kind, ...memory.problem });
      const state = guardState(guard, null, this.#context.now());
      if (
        state.state === 'acting' &&
        state.since !== null &&
        (request.kind === 'failures' || request.kind === 'day-budget')
      )
        refusing.push({
          projectId,
          kind: request.kind,
          since: state.since,
          until: state.until,
          number: state.number,
          limit: request.kind === 'failures' ? request.inARow : request.credits,
        });
    }
    return { refusing, failing };
  }

  /** Budgets of the day that were read today and not undone. */
  dayBudgets(): GuardsNow['dayBudgets'] {
    const now = this.#context.now();
    return this.#parts.rows.ofKind('day-budget').flatMap((guard) => {
      const { state, number } = guardState(guard, null, now);
      return guard.request.kind !== 'day-budget' || state === 'undone' || number === null
        ? []
        : [{ projectId: guard.projectId, spent: number, limit: guard.request.credits }];
    });
  }

  /** Undoes what a guard does now. @returns whether there was anything to undo */
  undo(guard: Guard, run: RunState | null): boolean {
    switch (guard.request.kind) {
      case 'run-budget':
      case 'raise':
        return false;
      case 'failures':
        return this.#undone(guard, { failures: 0, since: null, isTold: false });
      case 'run-time':
        return this.#undone(guard, { undoneFor: run?.startedAt ?? null, problem: null });
      case 'day-budget':
        return this.#undone(guard, { undoneFor: this.#today(), since: null, problem: null });
    }
  }

  #undone(guard: Guard, change: GuardMemory): boolean {
    this.#remember(guard, (memory) => ({ ...memory, ...change }));
    this.#parts.report(guard.projectId, { guard: guard.request.kind, did: 'undone' });
    return true;
  }

  #today(): string {
    return utcDay(this.#context.now());
  }

  /**
   * Reads what the project has spent on development today.
   * @param readFor the run that is the reason
   * @returns `isOver`: the budget is spent, and was not undone for today
   */
  async #spent(
    guard: Guard,
    credits: number,
    readFor: string | undefined,
  ): Promise<{ guard: Guard; spent: number; isOver: boolean } | null> {
    const { projectId } = guard;
    const day = this.#today();
    const result = await this.#parts.callService('getSpending', { query: { from: day, to: day, projectId } });
    if (!result.ok) {
      this.#failed(guard, result.failure.code ?? result.failure.kind, result.failure.message);
      return null;
    }
    const spent = result.data.daily
      .filter(({ date }) => date.startsWith(day))
      .reduce((sum, { development }) => sum + development, 0);
    const now = this.#context.now();
    const isOver = ({ undoneFor }: GuardMemory) => spent >= credits && undoneFor !== day;
    const after = this.#remember(guard, (memory) => {
      const before = memory.day === day ? memory : { ...memory, since: null, isTold: false };
      return {
        ...withoutFailure(before),
        day,
        spent,
        readAt: now,
        ...(readFor === undefined ? {} : { readFor }),
        since: isOver(memory) ? (before.since ?? now) : null,
      };
    });
    return { guard: after, spent, isOver: isOver(after.memory) };
  }

  #refused(guard: Guard, number: number, words: string, about: Record<string, unknown>): Failed {
    if (!guard.memory.isTold) {
      this.#remember(guard, (memory) => ({ ...memory, isTold: true }));
      this.#parts.report(guard.projectId, { guard: guard.request.kind, did: 'prompt-refused', number });
    }
    return fail('EDGE_GUARDED', words, { details: about });
  }

  /** Stops the run if it is still the one that was seen. */
  async #stop(guard: Guard, run: RunState, number: number): Promise<void> {
    const { projectId, request } = guard;
    const parameters = { projectId };
    const seen = await this.#parts.callService('getAgentStatus', { parameters });
    if (!seen.ok) return this.#failed(guard, seen.failure.code ?? seen.failure.kind, seen.failure.message);
    const stopped = (memory: GuardMemory) => ({ ...withoutFailure(memory), stopped: run.startedAt });
    if (!isRunning(seen.data) || parseInstant(seen.data.startedAt) !== run.startedAt)
      return void this.#remember(guard, stopped);
    const result = await this.#parts.callService('stopAgent', { parameters });
    if (!result.ok && result.failure.code !== 'NO_PROCESS_RUNNING')
      return this.#failed(guard, result.failure.code ?? result.failure.kind, result.failure.message);
    this.#remember(guard, stopped);
    if (!result.ok) return;
    reached('guard-stopped-run');
    this.#context.emitter.emit('run-stopped', projectId);
    this.#parts.report(projectId, { guard: request.kind, did: 'run-stopped', number });
  }

  #failed(guard: Guard, code: string, message: string): void {
    const now = this.#context.now();
    let isTold = false;
    this.#remember(guard, (memory) => {
      const tries = (memory.tries ?? 0) + 1;
      const known = memory.problem ?? null;
      isTold = known === null && tries >= REPORTED_TRIES;
      const problem = isTold ? { code, message: message.slice(0, 300), since: now } : known;
      const retryAt = now + backoffMs(tries, RETRY_FIRST_MS, RETRY_MAX_MS);
      return { ...memory, tries, retryAt, problem };
    });
    if (isTold)
      this.#parts.report(guard.projectId, { guard: guard.request.kind, did: 'could-not', reason: code });
  }

  /**
   * Changes a guard's stored state as it is now: during a call of the service, an owner may have undone, replaced or
   * removed the guard. @returns the guard afterwards
   */
  #remember(guard: Guard, change: (memory: GuardMemory) => GuardMemory): Guard {
    const { rows } = this.#parts;
    const known = rows.find(guard.projectId, guard.request.kind);
    if (known === null || known.setAt !== guard.setAt) return guard;
    const memory = change(known.memory);
    if (rows.remember(known, memory)) this.#context.emitter.emit('changed');
    return { ...known, memory };
  }
}
