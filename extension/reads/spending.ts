import { spendingAnalyticsRecord } from '../../shared/builder-api/account.ts';
import { spendingQuery } from '../../shared/spending/spending-days.ts';
import type { InstantMs } from '../../shared/time.ts';
import { edgeNow } from '../ui/page-state.ts';
import { servicePath } from './paths.ts';
import { useResource } from './resource.ts';

export const useSpending = (projectId?: string) => useResource(spendingRequest(edgeNow.value, projectId));

export const spendingRequest = (now: InstantMs, projectId?: string) => ({
  path: `${servicePath('/credits/spending-analytics')}?${spendingQuery(now, projectId)}`,
  schema: spendingAnalyticsRecord,
});
