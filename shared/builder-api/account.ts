import * as z from 'zod/mini';

/** Service reference, Account. */
export const accountRecord = z.looseObject({
  credits: z.number(),
  recurrentCredits: z.number(),
  oneTimeCredits: z.number(),
});

/** Service reference, Credit costs: an open map from operation to credits. */
export const creditCostsRecord = z.looseObject({ creditCosts: z.record(z.string(), z.number()) });

export const engineOptInRecord = z.looseObject({ v2OptIn: z.boolean(), available: z.optional(z.boolean()) });

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
