import type { GuardKind, GuardRecord, GuardRequest, GuardTrial } from '../../../shared/edge-api/guards.ts';
import type { RunState } from '../../../shared/snapshot/project-state.ts';
import type { InstantMs } from '../../../shared/time.ts';
import type { CallService } from '../../builder-api/client.ts';
import type { Failed } from '../../http/result.ts';
import type { Guard, GuardMemory } from '../guard-rows.ts';
import type { PastRuns } from '../past-runs.ts';

type RequestOf<K extends GuardKind> = Extract<GuardRequest, { kind: K }>;
export type GuardOf<K extends GuardKind> = Guard & { request: RequestOf<K> };

/** What a guard does now; the fields are those of its record. */
export type GuardStatus = Pick<GuardRecord, 'state' | 'since' | 'until' | 'number' | 'numberAt'>;
export const READY: GuardStatus = { state: 'ready', since: null, until: null, number: null };

/** What acting guards use of the object. */
export interface GuardHands {
  now: () => InstantMs;
  callService: CallService;
  /** Changes the guard's memory as it is now. @returns the guard afterwards */
  remember: (guard: Guard, change: (memory: GuardMemory) => GuardMemory) => Guard;
  /** Records that it could not act, and retries. */
  failed: (guard: Guard, code: string, message: string) => void;
  /** Stops the run if it is still the one that was seen. */
  stop: (guard: Guard, run: RunState, number: number) => Promise<void>;
}

/** What they use to refuse a prompt. */
export interface PromptHands extends GuardHands {
  /** The refusal of a prompt, which is reported once. @param about its details */
  refuse: (guard: Guard, number: number, words: string, about: Record<string, unknown>) => Failed;
}

/** A trial without what is the same for all kinds. */
export type Tried = Omit<GuardTrial, 'kind' | 'since'>;

/** A kind of guard: everything in which it differs from the others. */
export interface Kind<K extends GuardKind> {
  /** Whether it goes by runs, whoever starts them; the others act on requests of the edge. */
  goesByRuns: boolean;
  /** The memory of a new guard. @param run the project's latest, if known */
  firstMemory(run: RunState | null, now: InstantMs): GuardMemory;
  /** When it is due to act on a run, without the wait after a failure; null = it is not, 0 = at once. */
  dueAt(guard: GuardOf<K>, run: RunState, now: InstantMs): InstantMs | null;
  callsToAct: boolean;
  act(guard: GuardOf<K>, run: RunState, hands: GuardHands): Promise<void>;
  statusOf(guard: GuardOf<K>, run: RunState | null, now: InstantMs): GuardStatus;
  /** Why a prompt is refused now; null = it is not. */
  refusal(guard: GuardOf<K>, hands: PromptHands): Promise<Failed | null>;
  /** Whether it refuses every prompt while it can't act. */
  refusesUnread(guard: GuardOf<K>, now: InstantMs): boolean;
  /** At which number it refuses prompts; null: it refuses none. */
  refusesAt(request: RequestOf<K>): number | null;
  /** What undoing what it does now changes in its memory; null: nothing is to be undone there. */
  undone(run: RunState | null, now: InstantMs): GuardMemory | null;
  /** How often it would have acted. */
  try(request: RequestOf<K>, past: PastRuns): Promise<Tried>;
}

/** A guard that acts on requests of the edge alone: its layers of the cap are no matter of runs. */
export const ON_REQUEST = {
  goesByRuns: false,
  callsToAct: false,
  firstMemory: () => ({}),
  dueAt: () => null,
  act: () => Promise.resolve(),
  statusOf: () => READY,
  refusal: () => Promise.resolve(null),
  refusesUnread: () => false,
  refusesAt: () => null,
  undone: () => null,
} as const;

/** The start of the run if a guard may stop it: it was not stopped before, nor is the guard undone for it. */
export function stoppable({ memory }: Guard, { phase, startedAt }: RunState): InstantMs | null {
  const isLeft = memory.stopped === startedAt || memory.undoneFor === startedAt;
  return phase !== 'running' || isLeft ? null : startedAt;
}

/** The memory without a failure to act. */
export const withoutFailure = ({ problem: _, retry: _retry, ...rest }: GuardMemory): GuardMemory => rest;

/** Differs between a project's run and the previous one. */
export const runKey = ({ phase, startedAt, finishedAt }: RunState): string =>
  `${phase} ${startedAt} ${finishedAt}`;
