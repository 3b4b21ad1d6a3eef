import * as z from 'zod/mini';

const byType = z.optional(z.record(z.string(), z.number()));

/** Credits spent per UTC day; lives outside the versioned prefix of the other operations. */
export const spendingAnalyticsRecord = z.looseObject({
  daily: z.array(
    z.looseObject({ date: z.string(), development: z.number(), infrastructure: z.number(), byType }),
  ),
  totals: z.optional(
    z.looseObject({ development: z.number(), infrastructure: z.number(), total: z.number(), byType }),
  ),
  projects: z.optional(z.array(z.string())),
});
