import { settleProject } from '../../shared/attention/reduce.ts';
import type { Result } from '../edge-client/api-error.ts';
import { type ProjectRequest, serviceCall } from '../edge-client/service-call.ts';
import { callEdge } from './call-edge.ts';
import type { Keeper } from './keeper.ts';

/**
 * Asks for something about one project. One that the service no longer knows asks for nothing any more (service
 * reference, Errors).
 */
export async function askOfProject(
  keeper: Keeper,
  projectId: string,
  request: ProjectRequest,
): Promise<Result<null>> {
  const outcome = await callEdge(keeper.deps, serviceCall(projectId, request));
  if (!outcome.ok && outcome.error.code === 'PROJECT_NOT_FOUND')
    await keeper.change((state, edgeNow) => settleProject(state, projectId, edgeNow));
  return outcome;
}
