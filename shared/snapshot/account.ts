import * as z from 'zod/mini';

/** The account's balance in credits (service reference, Account). `credits` is the sum and the number to check before an operation; its parts are null where they were not told. */
export const accountBalance = z.object({
  credits: z.number(),
  recurrentCredits: z.nullable(z.number()),
  oneTimeCredits: z.nullable(z.number()),
});

/** Credits spent per UTC day, oldest first, at most the last 14 days. */
export const spending = z.object({
  daily: z.array(z.object({ date: z.string(), development: z.number(), infrastructure: z.number() })),
});

/** Fixed prices in credits by operation name (service reference, Credit costs); an open map. */
export const prices = z.object({ creditCosts: z.record(z.string(), z.number()) });
