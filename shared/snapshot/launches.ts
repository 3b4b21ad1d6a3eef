import * as z from 'zod/mini';
import { instantMs } from '../time-schema.ts';

/**
 * States of a paid call in the edge's ledger: `reserved -> sent -> launched | refused | unknown -> launched |
 * absent`. `unknown`: it was sent and the response was lost or broken; it is never resent automatically, only
 * checked. `absent`: a check showed that it had no effect.
 */
export const LAUNCH_STATES = ['reserved', 'sent', 'launched', 'refused', 'unknown', 'absent'] as const;
export const launchState = z.enum(LAUNCH_STATES);
export type LaunchState = z.infer<typeof launchState>;

export const launchRefusal = z.object({
  /** The service's or the edge's code. */
  code: z.string(),
  message: z.string(),
  httpStatus: z.number(),
  details: z.nullable(z.record(z.string(), z.unknown())),
});
export type LaunchRefusal = z.infer<typeof launchRefusal>;

export const launchWarning = z.object({ step: z.string(), errorCode: z.string(), errorMessage: z.string() });
export type LaunchWarning = z.infer<typeof launchWarning>;

/** A project that an unknown launch may have created: of the requested name, claimed by no other launch. */
export const launchCandidate = z.object({
  projectId: z.string(),
  label: z.nullable(z.string()),
  createdAt: z.nullable(instantMs),
  /** https address of the published app, where the service reports one. */
  url: z.nullable(z.string()),
});
export type LaunchCandidate = z.infer<typeof launchCandidate>;

/**
 * POST `/paid-calls/:key/settle`: whether an unknown call took effect, as given by the user. `projectId`: the
 * candidate that a launch created, without which it did not happen.
 */
export const paidSettlement = z.strictObject({ happened: z.boolean(), projectId: z.optional(z.string()) });
export type PaidSettlement = z.infer<typeof paidSettlement>;

/**
 * POST `/paid-calls/:key/abandon`: what a call would have been that is no longer wanted. If it never arrived,
 * the ledger refuses its key from then on.
 */
export const paidAbandonment = z.strictObject({
  /** As in its record. */
  operation: z.string().check(z.regex(/^[A-Za-z]+(?:[.:/][A-Za-z]+)?$/), z.maxLength(64)),
  projectId: z.string().check(z.maxLength(100)),
  confirmedAt: instantMs,
});
export type PaidAbandonment = z.infer<typeof paidAbandonment>;

/** One paid call, identified by the idempotency key that the browser created when the form was confirmed. */
export const launchRecord = z.object({
  key: z.string(),
  /** `launch`, or the name of another operation that uses credits. */
  operation: z.string(),
  state: launchState,
  /** The requested name; for other operations the project. */
  requestedProjectId: z.string(),
  /** The project that was created, possibly under a suffixed name; null until known. */
  projectId: z.nullable(z.string()),
  label: z.nullable(z.string()),
  createdAt: instantMs,
  settledAt: z.nullable(instantMs),
  refusal: z.nullable(launchRefusal),
  /** Whether the first run started; null until known. */
  agentStarted: z.nullable(z.boolean()),
  warnings: z.array(launchWarning),
  /** While `unknown`: when the service is checked next. */
  nextCheckAt: z.nullable(instantMs),
  /**
   * While `unknown`: the projects that it may have created. Once `absent`: those that the user rejected;
   * empty when a check of the service settled it.
   */
  candidates: z.array(launchCandidate),
  /** Whether it was settled by what the user said. Absent: by the service, or not settled. */
  isSettledByUser: z.optional(z.boolean()),
});
export type LaunchRecord = z.infer<typeof launchRecord>;
