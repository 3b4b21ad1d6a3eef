import { askEdge, type EdgeDeps, type EdgeRequest } from '../edge-client/edge-client.ts';
import { failure, type Outcome, success } from '../edge-client/failure.ts';
import type { Form } from '../forms/form.ts';
import { readPairing } from './pairing.ts';

type Request = Omit<EdgeRequest, 'token'>;

/** Calls the paired edge with this browser's token and reads the answer by `form`. */
export async function callEdgeFor<T>(deps: EdgeDeps, request: Request, form: Form<T>): Promise<Outcome<T>> {
  const pairing = await readPairing();
  if (!pairing) return failure('not-paired');
  return askEdge(deps, pairing.edge, { ...request, token: pairing.token }, form);
}

/** The same for what a page asked for: the page reads the answer. */
export function passOn(deps: EdgeDeps, request: Request): Promise<Outcome<unknown>> {
  return callEdgeFor<unknown>(deps, request, (answer) => answer ?? {});
}

/** Calls the paired edge for what it does, not for what it answers. */
export async function callEdge(deps: EdgeDeps, request: Request): Promise<Outcome<null>> {
  const answered = await passOn(deps, request);
  return answered.ok ? success(null) : answered;
}
