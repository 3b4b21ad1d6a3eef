import * as z from 'zod/mini';
import { nullableAmount } from '../builder-api/open.ts';
import { ending } from '../endings/ending-schema.ts';
import { instantMs } from '../time-schema.ts';
import { WORK_KINDS } from '../work/evidence.ts';
import { WORK_MARKS } from '../work/row.ts';
import { guardAct } from './guards.ts';

const instant = z.nullable(instantMs);

/** What a guard did about a run. `by`: the browser that did it by hand; null: the guard, or for a viewer. */
export const workAct = z.extend(z.omit(guardAct, { seq: true }), { by: z.nullable(z.string()) });

/** What was announced of its end, under the number that {@link announcementsPage} gives it. */
const workTold = z.object({
  number: z.number(),
  at: instantMs,
  kind: z.string(),
  outcome: z.nullable(ending),
  /** Alerts of it that were sent, by the name of their channel; a viewer gets none. */
  sent: z.array(z.object({ channel: z.string(), at: instantMs })),
});

/**
 * One run, prompt of a batch, deployment, restore, rebuild or server start. What is not known is null. Times
 * are milliseconds, amounts credits.
 */
export const workEntry = z.object({
  /** Number of its row, which events, announcements and needs carry as `work`. */
  id: z.number(),
  projectId: z.string(),
  kind: z.enum(WORK_KINDS),
  /** Key of the paid call that began it. */
  call: z.nullable(z.string()),
  /** Name of the browser that sent it; null for a viewer. */
  by: z.nullable(z.string()),
  /** As it was sent from here, else as the service stores it: escaped and cut. */
  prompt: z.nullable(z.string()),
  /** When its prompt stands in the conversation. */
  promptedAt: instant,
  /** The first that is known of it. */
  begunAt: instantMs,
  sentAt: instant,
  startedAt: instant,
  isOver: z.boolean(),
  /** When it ended, by the service or an event; null also where it is over and nothing says when. */
  endedAt: instant,
  /** That, else when it was first seen to be over. */
  overAt: instant,
  ending: z.nullable(ending),
  reason: z.nullable(z.string()),
  credits: nullableAmount,
  refunded: z.nullable(z.boolean()),
  versionId: z.nullable(z.string()),
  deploymentId: z.nullable(z.string()),
  /** How often a deployment tried to fix itself. */
  fixAttempts: z.nullable(z.number()),
  batch: z.nullable(z.object({ startedAt: instantMs, place: z.nullable(z.number()), total: z.number() })),
  stoppedAt: instant,
  /** The development cap that ended it; `by`: the guard that had set it, null: the owner's. */
  capped: z.nullable(z.object({ at: instantMs, by: z.nullable(z.string()) })),
  /** Budget of the project's runs that a run begun elsewhere went without. */
  withoutBudget: nullableAmount,
  /** Whether an event of the service told its end. */
  hasEvent: z.boolean(),
  /** What somebody said of it; `by`: the name of the browser, null for a viewer. */
  mark: z.nullable(z.object({ mark: z.enum(WORK_MARKS), by: z.nullable(z.string()), at: instantMs })),
  acts: z.array(workAct),
  told: z.array(workTold),
});
export type WorkEntry = z.infer<typeof workEntry>;
/** What is known of the work itself, without what was announced of it. */
export type WorkFacts = Omit<WorkEntry, 'told'>;

/** A run said not to have fixed something, and those after it while nothing says it works: {@link Chain}. */
const workChain = z.object({
  workId: z.number(),
  lastWorkId: z.number(),
  markedAt: instantMs,
  since: instantMs,
  lastAt: instantMs,
  count: z.number(),
  credits: z.number(),
  isAtLeast: z.boolean(),
});

/** GET `/work/:projectId?before`: rows, newest first. `next`: the next `before`; null on the last page. */
export const workPage = z.object({
  rows: z.array(workEntry),
  next: z.nullable(z.string()),
  chain: z.nullable(workChain),
});
export type WorkPage = z.infer<typeof workPage>;

/** POST `/work/:id/mark`: what is said of a run; null takes it back. */
export const workMarkRequest = z.strictObject({ mark: z.nullable(z.enum(WORK_MARKS)) });
