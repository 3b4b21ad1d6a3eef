import * as z from 'zod/mini';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { askEdge, type EdgeDeps, type EdgeRequest } from '../edge-client/edge-client.ts';
import { readPairing } from './pairing.ts';

type Request = Omit<EdgeRequest, 'token'>;

/** Calls the paired edge with this browser's token. @param data schema of what it answers */
export async function callEdgeFor<T>(
  deps: EdgeDeps,
  request: Request,
  data: z.ZodMiniType<T>,
): Promise<Result<T>> {
  const pairing = await readPairing();
  if (!pairing) return apiError('not-paired');
  return askEdge(deps, pairing.edge, { ...request, token: pairing.token }, data);
}

/** Calls the paired edge for what it does, not for what it answers. */
export async function callEdge(deps: EdgeDeps, request: Request): Promise<Result<null>> {
  const answered = await callEdgeFor(deps, request, z.unknown());
  return answered.ok ? success(null) : answered;
}
