import * as z from 'zod/mini';
import { runEnding } from '../../shared/builder-api/run-ending.ts';
import { launchRecord, launchRefusal } from '../../shared/edge-api/launches.ts';
import { runPhase } from '../../shared/snapshot/project-state.ts';
import { instantMs } from '../../shared/time.ts';
import { draft } from './draft.ts';

const entryFields = {
  /** The idempotency key, also the entry's identity. */
  key: z.string(),
  confirmedAt: instantMs,
  /**
   * `stored`: nothing left the browser as far as is known; `sent`: it may have; `answered`: `record` or `refusal` says how
   * it went; `given-up`: it never reached the edge, and never will.
   */
  phase: z.enum(['stored', 'sent', 'answered', 'given-up']),
  /** The edge's ledger, as last told. */
  record: z.nullable(launchRecord),
  /** Refused before the ledger took it (by the edge, or before sending). */
  refusal: z.nullable(launchRefusal),
  /** Why the edge could not be asked the last time, as a kind of failure; null when it could. */
  trouble: z.nullable(z.string()),
  /** How the first run went, once known from the snapshot. */
  outcome: z.nullable(
    z.object({
      phase: runPhase,
      creditsSpent: z.nullable(z.number()),
      finishedAt: z.nullable(instantMs),
      /** Absent in what older versions stored. */
      ending: z.optional(z.nullable(runEnding)),
    }),
  ),
  /** Whether what a settled launch no longer needs has been thrown away: secrets, and the draft of a launched one. */
  tidied: z.boolean(),
  /** The retries asked for after a warning, by step, each with its own idempotency key, and how they went. */
  retries: z.record(
    z.string(),
    z.object({
      key: z.string(),
      state: z.enum(['going', 'done', 'failed']),
      message: z.nullable(z.string()),
    }),
  ),
};

/** One confirmed launch: made and stored before anything is sent, kept as history afterwards. */
export const launchEntry = z.object({
  ...entryFields,
  /** The draft as it was confirmed, to be shown and used again. No secret's value. */
  draft,
});
export type LaunchEntry = z.infer<typeof launchEntry>;

/** The same as the background reads it: of the draft only which it is, and the rest as it was stored. */
export const runnerEntry = z.object({ ...entryFields, draft: z.looseObject({ id: z.string() }) });
export type RunnerEntry = z.infer<typeof runnerEntry>;
