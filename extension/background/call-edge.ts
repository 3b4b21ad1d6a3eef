import * as z from 'zod/mini';
import { settleProject } from '../../shared/attention/reduce.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import {
  type EdgeDependencies,
  type EdgeRequest,
  type ProjectRequest,
  readResponse,
  send,
  serviceCall,
} from '../edge-client/edge-client.ts';
import { readPairing } from '../storage/pairing.ts';
import type { BackgroundSync } from './sync.ts';

type Request = Omit<EdgeRequest, 'token'>;

/** Calls the paired edge with this browser's token. @param data schema of the response */
export async function callEdgeFor<T>(
  dependencies: EdgeDependencies,
  request: Request,
  data: z.ZodMiniType<T>,
): Promise<Result<T>> {
  const response = await sendToEdge(dependencies, request);
  return response.ok ? readResponse(response.value, data) : response;
}

/** Sends a request to the paired edge. An error response is a success of this call. */
export async function sendToEdge(
  dependencies: EdgeDependencies,
  request: Request,
): Promise<Result<Response>> {
  const pairing = await readPairing();
  if (!pairing) return apiError('not-paired');
  return send(dependencies, pairing.edge, { ...request, token: pairing.token });
}

/** Calls the paired edge for its effect, ignoring the response. */
export async function callEdge(dependencies: EdgeDependencies, request: Request): Promise<Result<null>> {
  const response = await callEdgeFor(dependencies, request, z.unknown());
  return response.ok ? success(null) : response;
}

/**
 * Calls the service about one project. A project that the service no longer knows counts as a success (service
 * reference, Errors).
 */
export async function callProject(
  sync: BackgroundSync,
  projectId: string,
  request: ProjectRequest,
): Promise<Result<null>> {
  const result = await callEdge(sync.dependencies, serviceCall(projectId, request));
  if (!result.ok && result.error.code === 'PROJECT_NOT_FOUND')
    await sync.change((state, edgeNow) => settleProject(state, projectId, edgeNow));
  return result;
}
