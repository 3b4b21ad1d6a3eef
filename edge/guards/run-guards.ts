import { failedAgain } from '../../shared/backoff.ts';
import type { GuardsNow } from '../../shared/edge-api/guards.ts';
import type { RunState } from '../../shared/snapshot/project-state.ts';
import { happenedAt, type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import { type Failed, fail } from '../http/result.ts';
import { doRow, mapLimited, UnderWay } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { reached } from '../object/probes.ts';
import type { ReportGuard } from './guard-events.ts';
import type { Guard, GuardMemory, GuardRows } from './guard-rows.ts';
import type { RunOf } from './guarded-runs.ts';
import { type GuardHands, type GuardStatus, type PromptHands, withoutFailure } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { isRunning } from './layers.ts';

const RETRY_FIRST_MS = 15 * SECOND_MS;
/** At most what `happenedAt` takes for true: a later stored time was left by a clock that was ahead. */
const RETRY_MAX_MS = 5 * MINUTE_MS;
const REPORTED_TRIES = 2;
const WIDTH = 4;

/** What a guard does now. @param run the project's latest run, if known */
export const guardStatus = (guard: Guard, run: RunState | null, now: InstantMs): GuardStatus =>
  kindOf(guard.request).statusOf(guard, run, now);

/** When a guard is due to act on a run, or to try again what failed; null = it is not. */
function dueFor(guard: Guard, run: RunState, now: InstantMs): InstantMs | null {
  const { problem, retry } = guard.memory;
  const dueAt = kindOf(guard.request).dueAt(guard, run, now) ?? (problem ? 0 : null);
  return dueAt === null ? null : Math.max(dueAt, happenedAt(retry?.at ?? 0, now));
}

export interface RunGuardParts {
  callService: CallService;
  rows: GuardRows;
  report: ReportGuard;
}

/**
 * Guards by duration, by failures and by the day's spending. They act on known runs, and call the service
 * only before they act.
 */
export class RunGuards {
  readonly #context: AccountContext;
  readonly #parts: RunGuardParts;
  readonly #hands: GuardHands;
  readonly #underWay = new UnderWay();

  constructor(context: AccountContext, parts: RunGuardParts) {
    this.#context = context;
    this.#parts = parts;
    this.#hands = {
      now: context.now,
      callService: parts.callService,
      remember: (...change) => this.#remember(...change),
      failed: (...failure) => this.#failed(...failure),
      stop: (...run) => this.#stop(...run),
    };
  }

  /** When a guard of these projects is due; null = none is. */
  dueAt(states: readonly RunOf[]): InstantMs | null {
    const now = this.#context.now();
    const times = this.#guarded(states).flatMap(({ guard, run }) => dueFor(guard, run, now) ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /**
   * Runs due guards, of several projects at once.
   * @param atMost how many may call the service; counting failures is not limited
   */
  async apply(states: readonly RunOf[], atMost: number): Promise<void> {
    const now = this.#context.now();
    let acted = 0;
    await mapLimited(states, WIDTH, async (state) => {
      for (const { guard, run } of this.#guarded([state])) {
        const kind = kindOf(guard.request);
        const dueAt = dueFor(guard, run, this.#context.now());
        const key = `${guard.request.kind} ${guard.projectId}`;
        if (dueAt === null || dueAt > now || this.#underWay.has(key)) continue;
        if (kind.callsToAct && acted++ >= atMost) continue;
        await this.#underWay.do(key, () =>
          doRow(
            () => kind.act(guard, run, this.#hands),
            () => this.#hands.failed(guard, 'EDGE_INTERNAL', 'The edge has a problem of its own.'),
          ),
        );
      }
    });
  }

  #guarded(states: readonly RunOf[]): { guard: Guard; run: RunState }[] {
    return states.flatMap(({ projectId, run }) =>
      run === null ? [] : this.#parts.rows.of(projectId).map((guard) => ({ guard, run })),
    );
  }

  /** Why a prompt is refused now; null = no guard refuses it. @param call its key */
  async refusal(projectId: string, call: string): Promise<Failed | null> {
    const hands: PromptHands = { ...this.#hands, refuse: (...prompt) => this.#refuse(call, ...prompt) };
    for (const guard of this.#parts.rows.of(projectId)) {
      const refusal = await kindOf(guard.request).refusal(guard, hands);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  now(): Pick<GuardsNow, 'refusing' | 'failing'> {
    const refusing: GuardsNow['refusing'] = [];
    const failing: GuardsNow['failing'] = [];
    for (const guard of this.#parts.rows.acting()) {
      const { projectId, request, memory } = guard;
      if (memory.problem) {
        const refuses = kindOf(request).refusesUnread(guard, this.#context.now());
        const stands = refuses ? { stands: 'refuses' as const } : {};
        failing.push({ projectId, kind: request.kind, ...memory.problem, ...stands });
      }
      const { state, since, until, number } = guardStatus(guard, null, this.#context.now());
      const limit = kindOf(request).refusesAt(request);
      if (state === 'acting' && since !== null && limit !== null)
        refusing.push({ projectId, kind: request.kind, since, until, number, limit });
    }
    return { refusing, failing };
  }

  /** Budgets of the day that were read today and not undone. */
  dayBudgets(): GuardsNow['dayBudgets'] {
    const now = this.#context.now();
    return this.#parts.rows.ofKind('day-budget').flatMap((guard) => {
      const { state, number } = guardStatus(guard, null, now);
      return guard.request.kind !== 'day-budget' || state === 'undone' || number === null
        ? []
        : [{ projectId: guard.projectId, spent: number, limit: guard.request.credits }];
    });
  }

  /**
   * Undoes what a guard does now.
   * @param by name of the browser
   * @returns whether there was anything to undo
   */
  undo(guard: Guard, run: RunState | null, by: string | null): boolean {
    const change = kindOf(guard.request).undone(run, this.#context.now());
    if (change === null) return false;
    this.#remember(guard, (memory) => ({ ...memory, ...change }));
    this.#parts.report(guard.projectId, { guard: guard.request.kind, did: 'undone', by });
    return true;
  }

  #refuse(call: string, guard: Guard, number: number, words: string, about: Record<string, unknown>): Failed {
    if (!guard.memory.isReported) {
      this.#remember(guard, (memory) => ({ ...memory, isReported: true }));
      const act = { guard: guard.request.kind, did: 'prompt-refused', number } as const;
      this.#parts.report(guard.projectId, act, { call });
    }
    return fail('EDGE_GUARDED', words, { details: { guard: guard.request.kind, ...about } });
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
    let isReported = false;
    this.#remember(guard, (memory) => {
      const retry = failedAgain(memory.retry, now, RETRY_FIRST_MS, RETRY_MAX_MS);
      const known = memory.problem ?? null;
      isReported = known === null && retry.failures >= REPORTED_TRIES;
      const problem = isReported ? { code, message: message.slice(0, 300), since: now } : known;
      return { ...memory, retry, problem };
    });
    if (isReported)
      this.#parts.report(guard.projectId, { guard: guard.request.kind, did: 'could-not', reason: code });
  }

  /**
   * Changes a guard's stored state as it is now: an owner may have undone, replaced or removed it meanwhile.
   * @returns the guard afterwards
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
