import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { applyFault } from '../faults/apply-fault.ts';
import { BEFORE_THE_EFFECT, takeFault } from '../faults/fault.ts';
import type { ApiKey } from '../world/account.ts';
import { count } from '../world/counters.ts';
import type { World } from '../world/world.ts';
import { failure, success } from './envelope.ts';
import { isLegacyHost } from './legacy-host.ts';
import { isOlderSurface, olderPage } from './older-surface.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { readJsonBody } from './read-body.ts';
import { Refusal } from './refusal.ts';

export const API_PREFIX = '/api/v1';
export const P_PREFIX = '/api/v1/vcaas';

type Env = { Bindings: HttpBindings; Variables: { key: ApiKey } };

/** The service's own routes: key, route, method, body and operation are checked in this order. */
export function createApp(world: () => World): Hono<Env> {
  const app = new Hono<Env>({ strict: false });

  app.use(`${API_PREFIX}/*`, async (c, next) => {
    const key = world().keys.get(c.req.header('api-key') ?? '');
    if (key === undefined) {
      world().counters.rejectedKeys += 1;
      return c.json({ error: 'Invalid or missing API key' }, 401);
    }
    c.set('key', key);
    return next();
  });

  for (const operation of OPERATIONS) {
    app.on(operation.method, fullPath(operation), (c) => answer(c, operation, world()));
  }

  app.all('/__elsewhere', (c) => {
    const withKey = c.req.header('api-key') !== undefined;
    world().counters.redirectsFollowed.push({ path: c.req.path, withKey });
    return success({ data: { elsewhere: true } });
  });

  app.notFound((c) => unknownRoute(c, world()));
  app.onError((error, c) => {
    if (error instanceof Refusal) return failure(error);
    // A caller who left in the middle of a request is no fault of ours.
    if (!c.req.raw.signal.aborted) console.error(error);
    return failure(new Refusal(500, 'INTERNAL_ERROR', 'Something went wrong here'));
  });
  return app;
}

async function answer(c: Context<Env>, operation: Operation, world: World): Promise<Response> {
  count(world.counters.requests, operation.name);
  const fault = takeFault(world.faults, operation.name);
  if (fault !== undefined && BEFORE_THE_EFFECT[fault.kind])
    return applyFault(fault, null, c.env, world.clock);
  const good = await perform(c, operation, world);
  return fault === undefined ? good : applyFault(fault, good, c.env, world.clock);
}

async function perform(c: Context<Env>, operation: Operation, world: World): Promise<Response> {
  const legacyHost = isLegacyHost(c.req.raw, world);
  let refusedAs = (refusal: Refusal) => requestRefusal(c, world, refusal);
  try {
    const body = operation.method === 'GET' ? undefined : await readJsonBody(c.req.raw, world.maxBodyBytes);
    refusedAs = failure;
    const query = new URL(c.req.url).searchParams;
    return success(
      operation.handle({ world, key: c.get('key'), params: c.req.param(), query, body, legacyHost }),
    );
  } catch (error) {
    if (error instanceof Refusal) return refusedAs(error);
    throw error;
  }
}

/** What is refused before an operation looks at it: only the current engine tells it in the envelope. */
function requestRefusal(c: Context<Env>, world: World, refusal: Refusal): Response {
  return isOlderSurface(c.req.raw, c.req.path, world) ? olderPage(refusal) : failure(refusal);
}

function fullPath(operation: Operation): string {
  return `${operation.outsideP ? API_PREFIX : P_PREFIX}${operation.path}`;
}

function unknownRoute(c: Context<Env>, world: World): Response {
  if (!c.req.path.startsWith(API_PREFIX)) return c.text('Not found', 404);
  const allowed = OPERATIONS.filter((operation) => matches(fullPath(operation), c.req.path)).map(
    (operation) => operation.method,
  );
  if (isOlderSurface(c.req.raw, c.req.path, world)) {
    return olderPage(new Refusal(404, 'ROUTE_NOT_FOUND', `Cannot ${c.req.method} ${c.req.path}`));
  }
  if (allowed.length === 0) {
    return failure(new Refusal(404, 'ROUTE_NOT_FOUND', `There is no route ${c.req.path}`));
  }
  const allow = [...new Set(allowed)].join(', ');
  const message = `${c.req.method} is not allowed on this route; allowed: ${allow}`;
  return failure(new Refusal(405, 'METHOD_NOT_ALLOWED', message, undefined, { allow }));
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.replace(/\/$/, '').split('/');
  return (
    expected.length === actual.length &&
    expected.every((part, index) => part.startsWith(':') || part === actual[index])
  );
}
