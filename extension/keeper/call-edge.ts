import * as z from 'zod/mini';
import { connectionItem } from '../connection/connection.ts';
import { deviceTokenItem } from '../connection/device-token.ts';
import { askEdge, type EdgeDeps, type EdgeRequest } from '../edge-client/edge-client.ts';
import { failure, type Outcome, success } from '../edge-client/failure.ts';

/** Calls the paired edge with this browser's token and reads the answer by `form`. */
export async function callEdgeFor<T extends z.ZodMiniType>(
  deps: EdgeDeps,
  request: Omit<EdgeRequest, 'token'>,
  form: T,
): Promise<Outcome<z.infer<T>>> {
  const [connection, token] = await Promise.all([connectionItem.getValue(), deviceTokenItem.getValue()]);
  if (!connection || token === null) return failure('not-paired');
  const answered = await askEdge(deps, connection.edge, { ...request, token }, form);
  if (!answered.ok) return answered;
  return answered.value.value === null ? failure('not-an-edge') : success(answered.value.value);
}

/** Calls the paired edge for what it does, not for what it answers. */
export async function callEdge(deps: EdgeDeps, request: Omit<EdgeRequest, 'token'>): Promise<Outcome<null>> {
  const [connection, token] = await Promise.all([connectionItem.getValue(), deviceTokenItem.getValue()]);
  if (!connection || token === null) return failure('not-paired');
  const answered = await askEdge(deps, connection.edge, { ...request, token }, z.unknown());
  return answered.ok ? success(null) : answered;
}
