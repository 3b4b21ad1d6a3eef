import type { Operation } from '../http/operation.ts';
import { getCreditLimits, listAtLimit, updateCreditLimits } from './credit-limits.ts';
import { getFeatureLimits, setFeatureLimits } from './feature-limits.ts';
import { getRateLimit, updateRateLimit } from './rate-limit.ts';

/** Service reference, Endpoints: Credit limits, Feature limits, Rate limit. */
export const LIMIT_OPERATIONS: Operation[] = [
  {
    name: 'listProjectsAtLimit',
    method: 'GET',
    path: '/projects/credit-limits/at-limit',
    cost: 'free',
    handle: listAtLimit,
  },
  {
    name: 'getCreditLimits',
    method: 'GET',
    path: '/projects/:projectId/credit-limits',
    cost: 'free',
    handle: getCreditLimits,
  },
  {
    name: 'updateCreditLimits',
    method: 'PATCH',
    path: '/projects/:projectId/credit-limits',
    cost: 'free',
    handle: updateCreditLimits,
  },
  {
    name: 'getFeatureLimits',
    method: 'GET',
    path: '/projects/:projectId/limits',
    cost: 'free',
    handle: getFeatureLimits,
  },
  {
    name: 'setFeatureLimits',
    method: 'PUT',
    path: '/projects/:projectId/limits',
    cost: 'free',
    handle: setFeatureLimits,
  },
  {
    name: 'getRateLimit',
    method: 'GET',
    path: '/projects/:projectId/rate-limit',
    cost: 'free',
    handle: getRateLimit,
  },
  {
    name: 'updateRateLimit',
    method: 'PATCH',
    path: '/projects/:projectId/rate-limit',
    cost: 'free',
    handle: updateRateLimit,
  },
];
