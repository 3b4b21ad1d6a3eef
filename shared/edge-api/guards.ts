import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/** Credits: the service takes 10 when a run starts, and a cap that close to what is used would stop it at once. */
export const RUN_BUDGET_MIN_CREDITS = 15;
/** Guarded projects of an account. */
export const GUARDED_PROJECTS_MAX = 1_000;
/**
 * Header of a paid call that starts a run (POST `/launches`, `startAgent` below `/service`): the credits that this run may use,
 * or `none` for this one without the project's default, which only owners may leave out. A launch that sends it names in
 * `creditLimits` the development cap that the project keeps afterwards. Part of what an `Idempotency-Key` stands for.
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
const CREDITS_MAX = 1_000_000;

/** What runs of a project may use each, unless a prompt brings its own. */
const runBudget = z.strictObject({
  kind: z.literal('run-budget'),
  credits: number(RUN_BUDGET_MIN_CREDITS, CREDITS_MAX, `must be ${RUN_BUDGET_MIN_CREDITS} credits or more`),
});
/** More development credits for a time, put back by itself. `run`: until the run that goes on, or the next within an hour, is over. */
const raise = z.strictObject({
  kind: z.literal('raise'),
  credits: number(1, CREDITS_MAX, 'must be 1 credit or more'),
  until: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('run') }),
    z.strictObject({ kind: z.literal('time'), at: z.number('must be milliseconds since 1970') }),
  ]),
});
/** Stops a run that has gone on for so long. */
const runTime = z.strictObject({ kind: z.literal('run-time'), minutes: whole(1, 24 * 60) });
/** Refuses prompts after so many runs in a row have failed. */
const failures = z.strictObject({ kind: z.literal('failures'), inARow: whole(1, 50) });
/** Refuses prompts once the project has spent so many development credits on this UTC day. */
const dayBudget = z.strictObject({
  kind: z.literal('day-budget'),
  credits: number(1, CREDITS_MAX, 'must be 1 credit or more'),
  /** Whether a run that goes on is stopped as well. */
  stopsRun: z.boolean('must be true or false'),
});

/** PUT `/guards/:projectId`: one guard; it replaces the project's guard of the same kind. Owners only. */
export const guardRequest = z.discriminatedUnion('kind', [runBudget, raise, runTime, failures, dayBudget]);
export type GuardRequest = z.infer<typeof guardRequest>;
export type GuardKind = GuardRequest['kind'];

/** In the order in which views list them. */
export const GUARD_KINDS = [
  'run-budget',
  'raise',
  'run-time',
  'failures',
  'day-budget',
] as const satisfies readonly GuardKind[];
export const guardKind = z.enum(GUARD_KINDS);

/**
 * POST `/guards/:projectId/undo`: takes back what a guard does just now and keeps the guard. `run-budget`, `raise`: the owner's
 * cap is put back; `run-time`: the run that goes on is left alone; `failures`: counted anew; `day-budget`: not for today.
 */
export const guardUndo = z.strictObject({ kind: guardKind });

/** Why a guard can't hold: `errorDetails.reason` of `EDGE_GUARD_REFUSED`. */
export const GUARD_REFUSALS = [
  /** The service does not tell what was used this month. */
  'used-unknown',
  /** The key may not change caps. */
  'not-owner',
  /** A run goes on already: its beginning can't be told from that of the next. */
  'running',
  /** What is used starts anew before the run would be over. */
  'month-ends',
  /** A budget or a raise is laid over the cap already. */
  'laid-already',
  /** The project has no development cap that could be raised. */
  'no-cap',
  /** The time is past, or beyond the end of the month. */
  'until-out-of-range',
  /** The cap, the run or the day's spending could not be read. */
  'not-read',
  /** A launch with a budget does not say which cap the project keeps. */
  'cap-not-named',
] as const;
export type GuardRefusal = (typeof GUARD_REFUSALS)[number];

const problem = z.object({ code: z.string(), message: z.string(), since: instantMs });

/**
 * What is laid over a project's development cap: a record that expires, never a change of the owner's value. All credits.
 * The edge puts `own` back after it has read `cap`, and leaves any other value alone.
 */
export const capOverride = z.object({
  projectId: z.string(),
  /** The owner's cap; null = none. */
  own: z.nullable(z.number()),
  /** What the edge has set, or is about to set. */
  cap: z.number(),
  /** `setting`, `putting-back`: recorded, and not seen at the service yet. */
  state: z.enum(['setting', 'laid', 'putting-back']),
  /** One or two: a run's budget below a raised cap. The one that decides stands first. */
  layers: z.array(
    z.object({
      kind: z.enum(['run-budget', 'raise']),
      credits: z.number(),
      since: instantMs,
      /** null = until the run is over. */
      until: z.nullable(instantMs),
      /** Name of the browser that asked for it. */
      by: z.nullable(z.string()),
    }),
  ),
  /** Why it could not be set or put back yet; it is tried again. */
  problem: z.nullable(problem),
});
export type CapOverride = z.infer<typeof capOverride>;

/** A guard of a project as GET `/guards/:projectId` tells it. */
export const guardRecord = z.object({
  guard: guardRequest,
  setAt: instantMs,
  /** Name of the browser that set it. */
  setBy: z.nullable(z.string()),
  /** `acting`: it holds a cap or refuses prompts just now. `undone`: taken back for this run, this day or these failures. */
  state: z.enum(['ready', 'acting', 'undone']),
  since: z.nullable(instantMs),
  /** When that ends by itself; null = with the run, or not by itself. */
  until: z.nullable(instantMs),
  /** The number that it goes by as it stands: credits of this day, failures in a row, minutes of the run; null = not read. */
  number: z.nullable(z.number()),
  /** Why it could not act; it is tried again. */
  problem: z.nullable(problem),
});
export type GuardRecord = z.infer<typeof guardRecord>;

/** What a guard or a plan did: `facts.did` of an event `edge.guard` or `edge.plan`. */
export const GUARD_ACTS = [
  /** The cap became `to` for a run, or until a time; `from` is the owner's. */
  'laid',
  /** The service reports that the cap which the edge had laid is reached. */
  'reached',
  'put-back',
  /** The cap was no longer what the edge had set: somebody's later value `found` stays. */
  'left-alone',
  'run-stopped',
  'prompt-refused',
  'could-not',
  'undone',
  /** A plan's cap was set. */
  'set',
] as const;
export type GuardAct = (typeof GUARD_ACTS)[number];

/** Events of the edge's own, in the activity beside the service's. */
export const GUARD_EVENT = 'edge.guard';
export const PLAN_EVENT = 'edge.plan';

/** One thing that a guard did, newest first; from its event. Fields that do not apply are null. */
export const guardAct = z.object({
  /** Of its event, for GET `/events/:seq`. */
  seq: z.number(),
  at: instantMs,
  guard: z.nullable(guardKind),
  did: z.enum(GUARD_ACTS),
  /** The number that it went by: credits, minutes, failures. */
  number: z.nullable(z.number()),
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  found: z.nullable(z.number()),
  /** Code of why it could not. */
  reason: z.nullable(z.string()),
});
export type GuardActRecord = z.infer<typeof guardAct>;

/** GET `/guards/:projectId`, and one entry of GET `/guards`, where `acts` is empty. */
export const projectGuards = z.object({
  projectId: z.string(),
  limit: z.nullable(capOverride),
  guards: z.array(guardRecord),
  /** The last 50 of 30 days. */
  acts: z.array(guardAct),
});
export type ProjectGuards = z.infer<typeof projectGuards>;

/**
 * POST `/guards/:projectId/trial` with a {@link guardRequest}: how often it would have acted in the last 30 days of this
 * project. `days`: counted by the day, from daily spending; `runs`: from the project's conversation, for a run's budget with what each
 * run took as far as it is known. `of`: the days, or the runs, that it stands on. `times` null: it could not be read.
 */
export const guardTrial = z.object({
  kind: guardKind,
  times: z.nullable(z.number()),
  of: z.number(),
  unit: z.enum(['days', 'runs']),
  since: instantMs,
  /** Runs beside `of` of which nobody knows what they took. */
  unknown: z.optional(z.number()),
});
export type GuardTrial = z.infer<typeof guardTrial>;

/** Of GET `/snapshot`: what views need of guards everywhere; each list at most 50. */
export const guardsNow = z.object({
  laid: z.array(capOverride),
  /** Guards that refuse prompts just now. */
  refusing: z.array(
    z.object({
      projectId: z.string(),
      kind: guardKind,
      since: instantMs,
      until: z.nullable(instantMs),
      number: z.nullable(z.number()),
      limit: z.number(),
    }),
  ),
  /** Guards and plans that could not act. `kind` null: the plan of next month. */
  failing: z.array(
    z.object({ projectId: z.nullable(z.string()), kind: z.nullable(guardKind), ...problem.shape }),
  ),
});
export type GuardsNow = z.infer<typeof guardsNow>;
