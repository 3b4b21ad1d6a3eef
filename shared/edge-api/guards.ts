import * as z from 'zod/mini';
import { amount, cap, nullableAmount } from '../builder-api/open.ts';
import { CREDITS_MAX, inCents } from '../credits.ts';
import { parse } from '../parse.ts';
import type { InstantMs } from '../time.ts';
import { instantMs } from '../time-schema.ts';
import { capCategory } from './caps.ts';

/** Credits: a cap that is hardly above what the start of a run takes would stop it at once. */
export const RUN_BUDGET_MIN_CREDITS = 15;
/** Guarded projects of an account. */
export const GUARDED_PROJECTS_MAX = 1_000;
/**
 * Header of a paid call that starts a run (POST `/launches`, `startAgent` below `/service`): the credits that
 * this run may use, or `none` for this one without the project's default, which only owners may leave out. A
 * launch that sends it names in `creditLimits` the development cap that the project keeps afterwards. Part of
 * what an `Idempotency-Key` identifies.
 */
export const RUN_BUDGET_HEADER = 'run-budget';

// @__NO_SIDE_EFFECTS__
const number = (min: number, max: number, words: string) =>
  z.number(words).check(z.refine((value) => Number.isFinite(value) && value >= min && value <= max, words));
// @__NO_SIDE_EFFECTS__
const whole = (min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}`;
  return number(min, max, words).check(z.refine((value) => Number.isInteger(value), words));
};

/** Budget of each run of a project, unless a prompt brings its own. */
const runBudget = z.strictObject({
  kind: z.literal('run-budget'),
  credits: number(RUN_BUDGET_MIN_CREDITS, CREDITS_MAX, `must be ${RUN_BUDGET_MIN_CREDITS} credits or more`),
});
/**
 * More credits for a time; undone automatically. `run`: until the current run, or the next within an
 * hour, is over.
 */
const raise = z.strictObject({
  kind: z.literal('raise'),
  /** Which cap; absent: the development cap. */
  category: z.optional(capCategory),
  credits: number(1, CREDITS_MAX, 'must be 1 credit or more'),
  until: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('run') }),
    z.strictObject({ kind: z.literal('time'), at: z.number('must be milliseconds since 1970') }),
  ]),
});
/** Stops a run after this time. */
const runTime = z.strictObject({ kind: z.literal('run-time'), minutes: whole(1, 24 * 60) });
/** Refuses prompts after this many failed runs in a row. */
const failures = z.strictObject({ kind: z.literal('failures'), inARow: whole(1, 50) });
/** Refuses prompts once the project has spent this many development credits on this UTC day. */
const dayBudget = z.strictObject({
  kind: z.literal('day-budget'),
  credits: number(1, CREDITS_MAX, 'must be 1 credit or more'),
  /** Whether a run in progress is stopped as well. */
  stopsRun: z.boolean('must be true or false'),
});

/** PUT `/guards/:projectId`: one guard; it replaces the project's guard of the same kind. Owners only. */
export const guardRequest = z.discriminatedUnion('kind', [runBudget, raise, runTime, failures, dayBudget]);
export type GuardRequest = z.infer<typeof guardRequest>;
export type GuardKind = GuardRequest['kind'];

/** Its measure: credits, minutes, or failures in a row. */
export function guardNumber(guard: GuardRequest): number {
  if ('credits' in guard) return guard.credits;
  return guard.kind === 'run-time' ? guard.minutes : guard.inARow;
}

/** In the order of views. */
export const GUARD_KINDS = [
  'run-budget',
  'raise',
  'run-time',
  'failures',
  'day-budget',
] as const satisfies readonly GuardKind[];
export const guardKind = z.enum(GUARD_KINDS, 'must be a kind of guard');

/**
 * POST `/guards/:projectId/undo`: undoes what a guard does now and keeps the guard. `run-budget`, `raise`:
 * the owner's cap is put back; `run-time`: the current run is not stopped; `failures`: the count restarts;
 * `day-budget`: not applied today.
 */
export const guardUndo = z.strictObject({ kind: guardKind });

/** Why a guard can't be set: `errorDetails.reason` of `EDGE_GUARD_REFUSED`. */
export const GUARD_REFUSALS = [
  /** The service does not report this month's usage. */
  'used-unknown',
  /** The key may not change caps. */
  'not-owner',
  /** A run is in progress: its start can't be distinguished from that of the next. */
  'running',
  /** The usage is reset before the run would be over. */
  'month-ends',
  /** The cap is already overridden by a budget or a raise. */
  'overridden-already',
  /** The project has no development cap that could be raised. */
  'no-cap',
  /** The time is in the past, or beyond the end of the month. */
  'until-out-of-range',
  /** The cap, the run or the day's spending could not be read. */
  'not-read',
  /** A launch with a budget does not name the cap that the project keeps. */
  'cap-not-named',
] as const;
export type GuardRefusal = (typeof GUARD_REFUSALS)[number];

const problem = z.object({ code: z.string(), message: z.string(), since: instantMs });

/**
 * A temporary override of one of a project's caps, which never changes the owner's value. All credits. The
 * edge puts `own` back after it has read `cap`, and leaves any other value alone.
 */
export const capOverride = z.object({
  projectId: z.string(),
  category: capCategory,
  /** The owner's cap; null = none. */
  own: cap,
  /** What the edge has set, or is about to set. */
  cap: amount,
  /** `setting`, `putting-back`: recorded, and not seen at the service yet. */
  state: z.enum(['setting', 'set', 'putting-back']),
  /** One or two: a run's budget below a raised cap. The effective one is first. */
  layers: z.array(
    z.object({
      kind: z.enum(['run-budget', 'raise']),
      credits: amount,
      since: instantMs,
      /** null = until the run is over. */
      until: z.nullable(instantMs),
      /** Name of the browser that requested it. */
      by: z.nullable(z.string()),
    }),
  ),
  /** Why it could not be set or put back yet; it is retried. */
  problem: z.nullable(problem),
});
export type CapOverride = z.infer<typeof capOverride>;

/** A guard of a project as returned by GET `/guards/:projectId`. */
export const guardRecord = z.object({
  guard: guardRequest,
  setAt: instantMs,
  /** Name of the browser that set it. */
  setBy: z.nullable(z.string()),
  /** `acting`: overrides a cap or refuses prompts now. `undone`: for this run, this day or these failures. */
  state: z.enum(['ready', 'acting', 'undone']),
  since: z.nullable(instantMs),
  /** When that ends automatically; null = with the run, or not automatically. */
  until: z.nullable(instantMs),
  /** Value of its measure now: credits of the day, failures in a row, minutes of the run; null = not read. */
  number: nullableAmount,
  /** When that was read, of one that is read. */
  numberAt: z.optional(instantMs),
  /** Why it could not act; it is retried. */
  problem: z.nullable(problem),
});
export type GuardRecord = z.infer<typeof guardRecord>;

/** What a guard did: `facts.did` of an event `edge.guard`. */
export const GUARD_ACTS = [
  /** The cap became `to` for a run, or until a time; `from` is the owner's. */
  'set',
  /** The service reports that the overriding cap is reached. */
  'reached',
  'put-back',
  /** The cap was no longer the edge's: somebody's later value `found` stays. */
  'left-alone',
  'run-stopped',
  'prompt-refused',
  'could-not',
  'undone',
] as const;
export type GuardAct = (typeof GUARD_ACTS)[number];

/** The cap that a raise sets: `credits` above the higher of `cap` and `used` (this month; null: unknown). */
export const raisedCap = (cap: number, used: number | null, credits: number): number =>
  inCents(Math.max(cap, used ?? cap) + credits);

/** `errorDetails` of `EDGE_GUARDED`: which guard refuses a prompt, and on what numbers. */
export const guardedPrompt = z.object({
  guard: guardKind,
  /** Credits, of a budget of the day. */
  spent: z.optional(amount),
  limit: z.optional(amount),
  /** Failed runs in a row. */
  failures: z.optional(z.number()),
});
export type GuardedPrompt = z.infer<typeof guardedPrompt>;

/** Event of the edge, in the activity beside the service's; `facts.by`: the browser that did it by hand. */
export const GUARD_EVENT = 'edge.guard';

/** One thing that a guard did, newest first; from its event. Fields that do not apply are null. */
export const guardAct = z.object({
  /** Number of its event, for GET `/events/:seq`. */
  seq: z.number(),
  at: instantMs,
  guard: guardKind,
  did: z.enum(GUARD_ACTS),
  /** The value of its measure: credits, minutes, failures. */
  number: nullableAmount,
  from: nullableAmount,
  to: nullableAmount,
  found: nullableAmount,
  /** Code of the failure. */
  reason: z.nullable(z.string()),
});
export type GuardActRecord = z.infer<typeof guardAct>;

/** What a guard did by its event; null for another event, and for what this version does not know. */
export function actOf({
  seq,
  at,
  facts,
}: {
  seq: number;
  at: InstantMs;
  facts: Readonly<Record<string, unknown>>;
}): GuardActRecord | null {
  const { guard, did, number = null, from = null, to = null, found = null, reason = null } = facts;
  return parse(guardAct, { seq, at, guard, did, number, from, to, found, reason });
}

/** GET `/guards/:projectId`, and one entry of GET `/guards`, where `acts` is empty. */
export const projectGuards = z.object({
  projectId: z.string(),
  limit: z.nullable(capOverride),
  guards: z.array(guardRecord),
  /** The latest 50 of 30 days. */
  acts: z.array(guardAct),
});
export type ProjectGuards = z.infer<typeof projectGuards>;

/**
 * POST `/guards/:projectId/trial` of a {@link guardRequest}: how often it would have acted in the last 30
 * days. `days`: by daily spending; `runs`: from the project's conversation, for a run's budget of what was
 * sent through the edge, a batch as one. `of`: how many of these. `times` null: it could not be read.
 */
export const guardTrial = z.object({
  kind: guardKind,
  times: z.nullable(z.number()),
  of: z.number(),
  unit: z.enum(['days', 'runs']),
  since: instantMs,
  /** Further runs of unknown cost. */
  unknown: z.optional(z.number()),
});
export type GuardTrial = z.infer<typeof guardTrial>;

/**
 * What holds where the edge could not set a cap: a run's `lowered` cap still stands; a run `passed` its
 * budget before it was set; the caps `named` by a launch do not stand; a plan, or a raised cap, is `retried`,
 * or no more (`stopped`). A guard that can't be read `refuses` prompts meanwhile.
 */
export const GUARD_STANDS = ['lowered', 'passed', 'named', 'retried', 'stopped', 'refuses'] as const;
export type GuardStands = (typeof GUARD_STANDS)[number];

/** Part of GET `/snapshot`: guards as views need them; each list at most 50. */
export const guardsNow = z.object({
  overrides: z.array(capOverride),
  /** Guards that refuse prompts now. */
  refusing: z.array(
    z.object({
      projectId: z.string(),
      kind: guardKind,
      since: instantMs,
      until: z.nullable(instantMs),
      number: nullableAmount,
      limit: amount,
    }),
  ),
  /** What projects with a budget of the day have spent of it; those of which it was read today. */
  dayBudgets: z.array(z.object({ projectId: z.string(), spent: amount, limit: amount })),
  /** Guards that failed to act. `kind` null: the caps that a launch named. */
  failing: z.array(
    z.object({
      projectId: z.nullable(z.string()),
      kind: z.nullable(guardKind),
      ...problem.shape,
      /** Absent: nothing stops what the guard should stop. */
      stands: z.optional(z.enum(GUARD_STANDS)),
    }),
  ),
});
export type GuardsNow = z.infer<typeof guardsNow>;
