import type { Operation } from '../http/operation.ts';
import { getCreditLimits, listAtLimit, updateCreditLimits } from './credit-limits.ts';

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
];
