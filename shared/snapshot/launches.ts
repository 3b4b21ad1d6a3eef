import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/**
 * States of a paid call in the edge's ledger. `reserved -> sent -> launched | refused | unknown -> launched | absent`.
 * `unknown`: it was sent and the answer never came whole; it is never sent again by itself, only asked about.
 * `absent`: asking showed that it did not take effect.
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

/** A project that an unknown launch may have made: it has the name that was asked for, and nobody claims it. */
export const launchCandidate = z.object({
  projectId: z.string(),
  label: z.nullable(z.string()),
  createdAt: z.nullable(instantMs),
  /** https address of the published app, where the service tells one. */
  url: z.nullable(z.string()),
});
export type LaunchCandidate = z.infer<typeof launchCandidate>;

/** POST `/launches/:key/settle`: which project an unknown launch made, as the user says; null = none. */
export const launchSettlement = z.strictObject({ projectId: z.nullable(z.string()) });

/** One paid call, identified by the idempotency key that the browser made when the form was confirmed. */
export const launchRecord = z.object({
  key: z.string(),
  /** `launch`, or the name of another operation that uses credits. */
  operation: z.string(),
  state: launchState,
  /** The name asked for; for other operations the project acted on. */
  requestedProjectId: z.string(),
  /** The project that exists now, possibly under a suffixed name; null until known. */
  projectId: z.nullable(z.string()),
  label: z.nullable(z.string()),
  createdAt: instantMs,
  settledAt: z.nullable(instantMs),
  refusal: z.nullable(launchRefusal),
  /** Whether the first run started; null until known. */
  agentStarted: z.nullable(z.boolean()),
  warnings: z.array(launchWarning),
  /** While `unknown`: when the service is asked next. */
  nextCheckAt: z.nullable(instantMs),
  /**
   * While `unknown`: the projects that it may have made. Once `absent`: those of which the user said that none is it; empty when
   * asking the service showed it. Missing from an older edge.
   */
  candidates: z.optional(z.array(launchCandidate)),
});
export type LaunchRecord = z.infer<typeof launchRecord>;
