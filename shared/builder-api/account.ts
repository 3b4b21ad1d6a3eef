import * as z from 'zod/mini';
import { amount, listOf, mapOf, openNumber } from './open.ts';

/** Service reference, Account. `credits` is the balance to check. */
export const accountRecord = z.looseObject({
  credits: amount,
  recurrentCredits: openNumber,
  oneTimeCredits: openNumber,
});

/** Service reference, Credit costs: an open map from operation to credits. */
export const creditCostsRecord = z.looseObject({ creditCosts: mapOf(amount) });

export const engineOptInRecord = z.looseObject({ v2OptIn: z.boolean(), available: z.optional(z.boolean()) });

const byType = z.optional(mapOf(amount));

/** Credits spent per UTC day; outside the versioned prefix of the other operations. */
export const spendingAnalyticsRecord = z.looseObject({
  daily: listOf(
    z.looseObject({ date: z.string(), development: z.number(), infrastructure: z.number(), byType }),
  ),
  totals: z.optional(
    z.looseObject({ development: z.number(), infrastructure: z.number(), total: z.number(), byType }),
  ),
  projects: z.optional(listOf(z.string())),
});
