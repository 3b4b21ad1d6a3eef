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
