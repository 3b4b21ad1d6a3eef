import * as z from 'zod/mini';
import { ALWAYS_ON_FEATURES, isFeature } from '../builder-api/limits.ts';
import {
  atLimitRecord,
  creditLimitsRecord,
  featureLimitsRecord,
  rateLimitRecord,
} from '../builder-api/limits-schema.ts';
import { atMost, described, form } from '../request-schema.ts';
import { operation } from './operation.ts';

/** Budgets are compared before they are set (`shared/edge-api/caps.ts`). */
const featureChange = form('must be an object', {
  enabled: z.optional(z.boolean('must be true or false')),
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
);

const PER_MINUTE_MIN = 10;
const PER_MINUTE_MAX = 60_000;
const RANGES_MAX = 50;

const rateLimitChange = form('VALIDATION_ERROR', {
  perIpPerMinute: z.optional(
    z
      .nullable(
        z
          .number('VALIDATION_ERROR')
          .check(z.refine((count) => count >= PER_MINUTE_MIN && count <= PER_MINUTE_MAX, 'VALIDATION_ERROR')),
      )
      .check(z.describe('10 to 60,000 on paid plans; null: off, on paid plans only')),
  ),
  allowlistCidrs: z.optional(
    z
      .array(z.string('INVALID_CIDR').check(z.refine(isCidr, 'INVALID_CIDR')), 'VALIDATION_ERROR')
      .check(
        atMost(RANGES_MAX, 'VALIDATION_ERROR'),
        z.describe('IPv4 or IPv6 ranges that are never limited, 50 at most'),
      ),
  ),
  verifiedBotsExempt: z.optional(
    described(z.boolean('VALIDATION_ERROR'), 'yes: verified bots, such as search engines, are not limited'),
  ),
});

export const limitOperations = {
  getAtLimit: operation('GET', '/projects/credit-limits/at-limit', atLimitRecord, {
    does: 'Lists projects that have reached a cap',
  }),
  getCreditLimits: operation('GET', '/projects/:projectId/credit-limits', creditLimitsRecord, {
    does: 'Reads the monthly caps of a project, and their use',
  }),
  setCreditLimits: operation('PATCH', '/projects/:projectId/credit-limits', creditLimitsRecord, {
    does: 'Sets a monthly cap of a project',
    reach: 'caps',
    role: 'owner',
  }),
  getFeatureLimits: operation('GET', '/projects/:projectId/limits', featureLimitsRecord, {
    does: 'Reads the features of a project, their budgets and use',
  }),
  setFeatureLimits: operation('PUT', '/projects/:projectId/limits', featureLimitsRecord, {
    does: 'Switches features of a project on or off',
    role: 'owner',
    body: form('EDGE_INVALID_REQUEST', { features: featureChanges }),
  }),
  getRateLimit: operation('GET', '/projects/:projectId/rate-limit', rateLimitRecord, {
    does: 'Reads the rate limit of each visitor',
  }),
  setRateLimit: operation('PATCH', '/projects/:projectId/rate-limit', rateLimitRecord, {
    does: 'Changes the rate limit of each visitor',
    role: 'owner',
    body: rateLimitChange,
  }),
};

/** Whether a text is an IP range with prefix length, as `10.0.0.0/8` (service reference, INVALID_CIDR). */
export function isCidr(text: string): boolean {
  const [address, length, ...rest] = text.split('/');
  if (!address || !length || rest.length > 0 || !/^\d{1,3}$/.test(length)) return false;
  if (isIpv4(address)) return Number(length) <= 32;
  return isIpv6(address) && Number(length) <= 128;
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const embedded = last?.includes('.') === true;
  if (embedded && !isIpv4(last ?? '')) return false;
  const hex = embedded ? groups.slice(0, -1) : groups;
  if (!hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = hex.length + (embedded ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}
