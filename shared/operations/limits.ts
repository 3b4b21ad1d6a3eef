import * as z from 'zod/mini';
import { ALWAYS_ON_FEATURES, isFeature } from '../builder-api/features.ts';
import {
  atLimitRecord,
  creditLimitsRecord,
  featureLimitsRecord,
  rateLimitRecord,
} from '../builder-api/limits.ts';
import { atMost, form } from '../request-schema.ts';
import { isCidr } from './cidr.ts';
import { creditCap } from './new-project.ts';
import { operation } from './operation.ts';

/** A budget: a whole number that is not negative, or null to take it away. */
const budget = z.nullable(
  z
    .number('INVALID_LIMIT')
    .check(z.refine((units) => Number.isInteger(units) && units >= 0, 'INVALID_LIMIT')),
);

const featureChange = form('must be an object', {
  enabled: z.optional(z.boolean('must be true or false')),
  monthlyCreditCap: z.optional(budget),
  monthlyUnitCap: z.optional(budget),
});

const featureChanges = z.record(z.string(), featureChange, 'must be an object').check(
  z.refine((features) => Object.keys(features).every(isFeature), 'UNKNOWN_FEATURE'),
  z.refine(
    (features) =>
      Object.entries(features).every(
        ([name, change]) => !ALWAYS_ON_FEATURES.has(name) || change.enabled !== false,
      ),
    'FEATURE_NOT_DISABLABLE',
  ),
  z.refine((features) => features.all?.monthlyUnitCap == null, 'INVALID_LIMIT'),
);

const PER_MINUTE_MIN = 10;
const PER_MINUTE_MAX = 60_000;
const RANGES_MAX = 50;

const rateLimitChange = form('VALIDATION_ERROR', {
  perIpPerMinute: z.optional(
    z.nullable(
      z
        .number('VALIDATION_ERROR')
        .check(z.refine((count) => count >= PER_MINUTE_MIN && count <= PER_MINUTE_MAX, 'VALIDATION_ERROR')),
    ),
  ),
  allowlistCidrs: z.optional(
    z
      .array(z.string('INVALID_CIDR').check(z.refine(isCidr, 'INVALID_CIDR')), 'VALIDATION_ERROR')
      .check(atMost(RANGES_MAX, 'VALIDATION_ERROR')),
  ),
  verifiedBotsExempt: z.optional(z.boolean('VALIDATION_ERROR')),
});

export const limitOperations = {
  getAtLimit: operation({
    method: 'GET',
    path: '/projects/credit-limits/at-limit',
    data: atLimitRecord,
  }),
  getCreditLimits: operation({
    method: 'GET',
    path: '/projects/:projectId/credit-limits',
    data: creditLimitsRecord,
  }),
  setCreditLimits: operation({
    method: 'PATCH',
    path: '/projects/:projectId/credit-limits',
    role: 'owner',
    body: form('INVALID_CREDIT_LIMITS', {
      maxDevelopmentCreditsPerMonth: z.optional(creditCap),
      maxInfrastructureCreditsPerMonth: z.optional(creditCap),
    }).check(z.refine((caps) => Object.keys(caps).length > 0, 'MISSING_LIMIT_FIELDS')),
    data: creditLimitsRecord,
  }),
  getFeatureLimits: operation({
    method: 'GET',
    path: '/projects/:projectId/limits',
    data: featureLimitsRecord,
  }),
  setFeatureLimits: operation({
    method: 'PUT',
    path: '/projects/:projectId/limits',
    role: 'owner',
    body: form('EDGE_INVALID_REQUEST', { features: featureChanges }),
    data: featureLimitsRecord,
  }),
  getRateLimit: operation({
    method: 'GET',
    path: '/projects/:projectId/rate-limit',
    data: rateLimitRecord,
  }),
  setRateLimit: operation({
    method: 'PATCH',
    path: '/projects/:projectId/rate-limit',
    role: 'owner',
    body: rateLimitChange,
    data: rateLimitRecord,
  }),
};
