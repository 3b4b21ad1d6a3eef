import { createMiddleware } from 'hono/factory';
import { wrapTime } from 'hono/timing';
import type * as z from 'zod/mini';
import type { Role } from '../../shared/edge-api/role.ts';
import type { Account } from '../account/account.ts';
import type { Needed } from '../account/route.ts';
import { configuration, mayUse } from '../configuration.ts';
import { jsonBody } from '../http/body.ts';
import { authenticate, type Caller, callerOf, noteToken } from '../http/caller.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { type Failed, fail, type Result, respond } from '../http/result.ts';
import { isDaySpent, OF_OTHER_FORM } from '../object/database.ts';

/** Calls the object for the caller: it authorizes and acts in one call. */
export async function callAccount<T>(
  c: EdgeContext,
  call: (account: RemoteAccount, caller: Caller) => Promise<Result<T>>,
): Promise<Result<T>> {
  const caller = callerOf(c);
  if (caller === null) return fail('EDGE_UNAUTHORIZED', 'This browser is not paired with the edge.');
  const result = await timed(c, () => call(accountStub(c.env), caller));
  const code = result.ok ? null : result.error.code;
  if (code !== 'EDGE_STORAGE_FAILED' && code !== 'EDGE_DAY_SPENT')
    noteToken(caller.tokenHash, code !== 'EDGE_UNAUTHORIZED');
  return result;
}

/** Middleware that authorizes the caller by role, in a call of its own, before the body is read. */
export const authorize = (needed: Role) =>
  createMiddleware<EdgeEnvironment>(async (c, next) => {
    const authorized = await callAccount(c, (account, caller) => account.authorize(caller, needed));
    return authorized.ok ? next() : respond(c, authorized);
  });

/** Refuses a paired browser with the role; others learn only that they are not paired, or lack the role. */
export async function refuse(c: EdgeContext, refusal: Failed, needed: Role): Promise<Response> {
  const known = await callAccount(c, (account, caller) => account.authorize(caller, needed));
  return respond(c, known.ok ? refusal : known);
}

/** Middleware of a request with a body, which is read and checked only for a caller that may make it. */
export const withBody = <S extends z.ZodMiniType>(needed: Role, schema: S, maxBytes?: number) =>
  [authenticate, authorize(needed), ...jsonBody(schema, maxBytes)] as const;

/** An id that a browser has made. */
export const OWN_ID = /^[A-Za-z0-9_-]{8,128}$/;
export const OWN_ID_WORDS = 'must be 8 to 128 letters, digits, - or _';

/** Middleware that refuses an authorized caller if the operator has left out the calls that it needs. */
export const needs = (name: Needed) =>
  createMiddleware<EdgeEnvironment>(async (c, next) => {
    const refusal = leftOut(c, name);
    return refusal === null ? next() : respond(c, refusal);
  });

/** The refusal of an operation that the operator has left out; null = it may be used. */
export function leftOut(c: EdgeContext, name: Needed): Failed | null {
  return mayUse(configuration(c.env), name)
    ? null
    : fail('EDGE_NOT_ALLOWED', `The operator of this edge does not allow ${name}.`);
}

/** Calls the object without a caller. */
export function callAccountUnnamed<T>(
  c: EdgeContext,
  call: (account: RemoteAccount) => Promise<Result<T>>,
): Promise<Result<T>> {
  return timed(c, () => call(accountStub(c.env)));
}

const OTHER_FORM_WORDS =
  'What this edge has stored was written by another version. Deploy that version again, or begin anew with `npm run deploy -- remove` and then `npm run deploy`.';

/** Measures the object's time, and turns its failure into an error code. */
async function timed<T>(c: EdgeContext, call: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await wrapTime(c, 'object', call());
  } catch (error) {
    if (String(error).includes(OF_OTHER_FORM)) return fail('EDGE_OTHER_FORM', OTHER_FORM_WORDS);
    return storageFailure(error);
  }
}

/** What a call of the object that failed is told as. */
export function storageFailure(error: unknown): Failed {
  return isDaySpent(error)
    ? fail('EDGE_DAY_SPENT', 'The free plan’s writes of today are used up, until 00:00 UTC.')
    : fail('EDGE_STORAGE_FAILED', 'The edge could not reach its storage; try again.');
}

/** A Worker serves one account of the service, so there is one object. */
const OBJECT_NAME = 'account';

type Remote<T> = {
  [K in keyof T]: T[K] extends (...given: infer A) => infer R ? (...given: A) => Promise<Awaited<R>> : never;
};

/**
 * Methods of the object as the Worker calls them. The platform's own type for this does not resolve for
 * values with open records, which structured cloning supports.
 */
export type RemoteAccount = Remote<Omit<Account, 'alarm' | 'fetch'>> & Pick<DurableObjectStub, 'fetch'>;

export function accountStub(env: Cloudflare.Env): RemoteAccount {
  return env.ACCOUNT.getByName(OBJECT_NAME) as unknown as RemoteAccount;
}
