import * as z from 'zod/mini';

const range = z.object({ low: z.number(), high: z.number(), count: z.number() });

/**
 * What runs and deploys of this account usually took, from its own finished ones; null while there are fewer than three.
 * `low` and `high` are the 20th and the 80th percentile, durations in milliseconds, costs in credits; `count` says of how many.
 */
export const runHistory = z.object({
  runDurationMs: z.nullable(range),
  runCredits: z.nullable(range),
  deployDurationMs: z.nullable(range),
});
export type RunHistory = z.infer<typeof runHistory>;
export type UsualRange = z.infer<typeof range>;
