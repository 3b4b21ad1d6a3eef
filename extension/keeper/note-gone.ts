import { settleProject } from '../../shared/attention/reduce.ts';
import type { Outcome } from '../edge-client/failure.ts';
import type { Keeper } from './keeper.ts';

/** A project that the service no longer knows asks for nothing any more (service reference, Errors). */
export async function noteGone(keeper: Keeper, projectId: string, outcome: Outcome<null>): Promise<void> {
  if (!outcome.ok && outcome.failure.code === 'PROJECT_NOT_FOUND')
    await keeper.change((state, edgeNow) => settleProject(state, projectId, edgeNow));
}
