import * as z from 'zod/mini';
import { amount, cap, listOf, mapOf, openNumber, openText } from './open.ts';

/** Monthly caps in credits; a PATCH returns only those that were sent. */
export const creditLimits = z.looseObject({
  maxDevelopmentCreditsPerMonth: z.optional(cap),
  maxInfrastructureCreditsPerMonth: z.optional(cap),
});

/** Credits spent this UTC month. */
export const usedThisMonth = z.looseObject({ development: z.number(), infrastructure: z.number() });

export const creditLimitsRecord = z.looseObject({ creditLimits, usedThisMonth: z.nullish(usedThisMonth) });

/** Service reference, Credit limits: the projects at a cap. */
export const atLimitRecord = z.looseObject({
  projects: listOf(
    z.looseObject({
      projectId: z.string(),
      label: openText,
      createdVia: openText,
      creditLimits,
      usedThisMonth: z.nullish(usedThisMonth),
      atLimit: z.looseObject({ development: z.boolean(), infrastructure: z.boolean() }),
    }),
  ),
  resetsAt: openText,
  canEdit: z.nullish(z.boolean()),
});

/** Service reference, Feature limit entry. */
export const featureLimit = z.looseObject({
  enabled: z.boolean(),
  parent: openText,
  monthlyCreditCap: openNumber,
  monthlyUnitCap: openNumber,
  unit: openText,
  consumed: z.nullish(z.looseObject({ credits: amount, units: amount })),
  period: z.nullish(z.looseObject({ from: z.string(), to: z.string() })),
  planCeiling: z.nullish(
    z.looseObject({ monthlyCreditCap: z.optional(cap), monthlyUnitCap: z.optional(cap) }),
  ),
  source: openText,
});
export type FeatureLimit = z.infer<typeof featureLimit>;

export const featureLimitsRecord = z.looseObject({
  plan: openText,
  features: mapOf(featureLimit),
});
export type FeatureLimits = z.infer<typeof featureLimitsRecord>;

/** Service reference, Rate limit setting. */
export const rateLimitRecord = z.looseObject({
  perIpPerMinute: cap,
  allowlistCidrs: listOf(z.string()),
  verifiedBotsExempt: z.boolean(),
  planDefault: z.nullish(z.number()),
  planMax: z.nullish(z.number()),
  canDisable: z.nullish(z.boolean()),
  source: openText,
});
