import type * as z from 'zod/mini';
import type { Role } from '../../shared/edge-api/roles.ts';
import type { Caller } from '../account/devices/devices.ts';
import { accountStub, type RemoteAccount } from '../account/stub.ts';
import { callerOf } from '../http/caller.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { jsonBody } from '../http/json-body.ts';
import { noteToken } from '../http/known-tokens.ts';
import { type Outcome, refuse } from '../http/refusal.ts';
import { fromObject } from '../http/respond.ts';

export const notPaired = () => refuse('EDGE_UNAUTHORIZED', 'This browser is not paired with the edge.');

/** Asks the object in the caller's name, in one call; without a token of ours it is not asked at all. */
export async function withCaller<T>(
  c: EdgeContext,
  ask: (account: RemoteAccount, caller: Caller) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const caller = callerOf(c);
  if (caller === null) return notPaired();
  const outcome = await fromObject(c, ask(accountStub(c.env), caller));
  const code = outcome.ok ? null : outcome.refusal.code;
  if (code !== 'EDGE_STORAGE_FAILED') noteToken(caller.tokenHash, code !== 'EDGE_UNAUTHORIZED');
  return outcome;
}

/** Authorizes the caller by a call of its own, before the body of the request is read. */
export function authorize(c: EdgeContext, role: Role): Promise<Outcome<null>> {
  return withCaller(c, (account, caller) => account.authorize(caller, role));
}

/** Reads a small JSON body, once the caller is authorized: whoever may not ask at all is told so, whatever he sends. */
export async function authorizedBody<S extends z.ZodMiniType>(
  c: EdgeContext,
  role: Role,
  schema: S,
): Promise<Outcome<z.output<S>>> {
  const who = await authorize(c, role);
  return who.ok ? jsonBody(c, schema) : who;
}
