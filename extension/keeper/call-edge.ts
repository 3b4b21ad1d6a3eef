import { askEdge, type EdgeAnswer, type EdgeDeps, type EdgeRequest } from '../edge-client/edge-client.ts';
import { failure, type Outcome, success } from '../edge-client/failure.ts';
import type { Form } from '../forms/form.ts';
import { readPairing } from './pairing.ts';

type Request = Omit<EdgeRequest, 'token'>;

const DONE = true;

/** Calls the paired edge with this browser's token and reads the answer by `form`. */
export async function callEdgeFor<T>(deps: EdgeDeps, request: Request, form: Form<T>): Promise<Outcome<T>> {
  const answered = await ask(deps, request, form);
  if (!answered.ok) return answered;
  return answered.value.value === null ? failure('not-an-edge') : success(answered.value.value);
}

/** Calls the paired edge for what it does, not for what it answers. */
export async function callEdge(deps: EdgeDeps, request: Request): Promise<Outcome<null>> {
  const answered = await ask(deps, request, () => DONE);
  return answered.ok ? success(null) : answered;
}

async function ask<T>(deps: EdgeDeps, request: Request, form: Form<T>): Promise<Outcome<EdgeAnswer<T>>> {
  const pairing = await readPairing();
  if (!pairing) return failure('not-paired');
  return askEdge(deps, pairing.edge, { ...request, token: pairing.token }, form);
}
