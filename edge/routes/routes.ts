import type { MiddlewareHandler } from 'hono';
import type { Hono } from 'hono/tiny';
import { isPathParameter } from '../../shared/catalogues/address.ts';
import { problemOf } from '../../shared/request-schema.ts';
import type { AnyGiven, Route } from '../account/route.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { invalid, type Result, respond, success } from '../http/result.ts';
import { channelRoutes } from './alerts.ts';
import { callAccount, leftOut, OWN_ID, OWN_ID_WORDS, refuse, withBody } from './call-account.ts';
import { dataRoutes } from './data.ts';
import { deviceRoutes } from './devices.ts';
import { guardRoutes } from './guards.ts';
import { importRoutes } from './imports.ts';
import { paidRoutes } from './paid.ts';
import { snapshotRoutes } from './snapshot.ts';
import { subscriptionRoutes } from './webhooks.ts';
import { workRoutes } from './work.ts';

/** Addresses that need no more than a role: the Worker mounts them; the object authorizes and acts. */
export const ROUTES: ReadonlyMap<string, Route> = new Map(
  [
    ...deviceRoutes,
    ...snapshotRoutes,
    ...channelRoutes,
    ...subscriptionRoutes,
    ...paidRoutes,
    ...dataRoutes,
    ...importRoutes,
    ...guardRoutes,
    ...workRoutes,
  ].map((route) => [route.address, route]),
);

/** A caller without the role is refused before its body is read. */
export function mountRoutes(app: Hono<EdgeEnvironment>): void {
  for (const route of ROUTES.values()) {
    const { address, role, takes } = route;
    const [method = '', path = ''] = address.split(' ');
    const before = takes.body === undefined ? [authenticate] : withBody(role, takes.body, takes.maxBytes);
    app.on(method, [path], ...(before as MiddlewareHandler<EdgeEnvironment>[]), (c) => respondTo(c, route));
  }
}

async function respondTo(c: EdgeContext, route: Route): Promise<Response> {
  const { address, role, answer } = route;
  const given = givenIn(c, route);
  if (!given.ok) return refuse(c, given, role);
  const result = await callAccount(
    c,
    (account, caller) => account.call(caller, address, given.value) as Promise<Result<unknown>>,
  );
  return result.ok && answer !== undefined ? answer(c, result.value as never) : respond(c, result);
}

/** What the request gives to the route, or why it can't be made. */
function givenIn(c: EdgeContext, { takes }: Route): Result<AnyGiven> {
  const body = takes.body && c.req.valid('json' as never);
  const needed = typeof takes.needs === 'function' ? takes.needs(body) : takes.needs;
  const refused = needed ? leftOut(c, needed) : null;
  if (refused !== null) return refused;
  const parameters: Record<string, string> = c.req.param();
  for (const [name, text] of Object.entries(parameters)) {
    const [isGood, words] = (name === takes.ownId ? IS_OWN_ID : IS_ID[name]) ?? [() => true, ''];
    if (!isGood(text)) return invalid(name, words);
  }
  const asked = Object.entries(c.req.queries()).map(([name, all]) => [name, all.length > 1 ? all : all[0]]);
  const query = takes.query?.safeParse(Object.fromEntries(asked));
  if (query?.success === false) {
    const { field, words, code } = problemOf(query.error.issues);
    return invalid(field, words, code);
  }
  const header = takes.header === undefined ? null : (c.req.header(takes.header) ?? null);
  return success({ ...parameters, body, query: query?.data, header });
}

type IdCheck = readonly [isGood: (text: string) => boolean, words: string];
const IS_OWN_ID: IdCheck = [(text) => OWN_ID.test(text), OWN_ID_WORDS];
const IS_ID: Partial<Record<string, IdCheck>> = {
  projectId: [isPathParameter, 'must be the id of a project'],
  versionId: [isPathParameter, 'must be the id of a version'],
};
