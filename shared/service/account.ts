import * as z from 'zod/mini';

/** Service reference, Account. */
export const accountRecord = z.looseObject({
  credits: z.number(),
  recurrentCredits: z.number(),
  oneTimeCredits: z.number(),
});
export type AccountRecord = z.infer<typeof accountRecord>;

/** Service reference, Credit costs: an open map from operation to credits. */
export const creditCostsRecord = z.looseObject({ creditCosts: z.record(z.string(), z.number()) });
export type CreditCostsRecord = z.infer<typeof creditCostsRecord>;

export const engineOptInRecord = z.looseObject({ v2OptIn: z.boolean(), available: z.optional(z.boolean()) });
export type EngineOptInRecord = z.infer<typeof engineOptInRecord>;
