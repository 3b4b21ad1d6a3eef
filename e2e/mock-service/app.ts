import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { applyFault } from './faults/apply-fault.ts';
import { BEFORE_THE_EFFECT, takeFault } from './faults/fault.ts';
import { serveFile } from './files/file.ts';
import { failure, success } from './http/envelope.ts';
import { isLegacyHost } from './http/legacy-host.ts';
import { isOlderSurface, olderPage } from './http/older-surface.ts';
import type { Call, Operation } from './http/operation.ts';
import { readJsonBody, readUpload } from './http/read-body.ts';
import { Refusal, refuse } from './http/refusal.ts';
import { OPERATIONS } from './operations.ts';
import type { ApiKey } from './world/account.ts';
import { count } from './world/counters.ts';
import type { World } from './world/world.ts';

export const API_PREFIX = '/api/v1';
export const P_PREFIX = '/api/v1/vcaas';
const FILES_PREFIX = '/__files/';
const WRITE_QUEUE_MS = 3_000;

type Env = { Bindings: HttpBindings; Variables: { key: ApiKey } };

/** The service's routes: checks key, route, method, body and operation in this order. */
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
    app.on(operation.method, fullPath(operation), (c) => handle(c, operation, world()));
  }

  app.all('/__elsewhere', (c) => {
    const withKey = c.req.header('api-key') !== undefined;
    world().counters.redirectsFollowed.push({ path: c.req.path, withKey });
    return success({ data: { elsewhere: true } });
  });

  app.get(`${FILES_PREFIX}*`, (c) => {
    const { pathname, searchParams } = new URL(c.req.url);
    return serveFile(world(), pathname.slice(FILES_PREFIX.length), searchParams);
  });

  app.notFound((c) => unknownRoute(c, world()));
  app.onError((error, c) => {
    if (error instanceof Refusal) return failure(error);
    // A caller that disconnects during a request is not an error.
    if (!c.req.raw.signal.aborted) console.error(error);
    return failure(new Refusal(500, 'INTERNAL_ERROR', 'Something went wrong here'));
  });
  return app;
}

async function handle(c: Context<Env>, operation: Operation, world: World): Promise<Response> {
  if (world.lacking.has(operation.name)) return unknownRoute(c, world);
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
    if (operation.method !== 'GET') await writeTurn(world, c.req.param('projectId'));
    const sent = await readSent(c, operation, world);
    refusedAs = failure;
    const query = new URL(c.req.url).searchParams;
    const params = c.req.param() as Record<string, string>;
    return success(operation.handle({ world, key: c.get('key'), params, query, legacyHost, ...sent }));
  } catch (error) {
    if (error instanceof Refusal) return refusedAs(error);
    throw error;
  }
}

async function readSent(
  c: Context<Env>,
  operation: Operation,
  { maxBodyBytes }: World,
): Promise<Pick<Call, 'body' | 'upload'>> {
  if (operation.method === 'GET') return { body: undefined };
  if (operation.body !== 'multipart') return { body: await readJsonBody(c.req.raw, maxBodyBytes) };
  const upload = await readUpload(c.req.raw, maxBodyBytes);
  return { body: undefined, ...(upload !== undefined && { upload }) };
}

/** Writes of a project take turns: one that does not get its own within 3 s is refused. */
async function writeTurn(world: World, projectId: string | undefined): Promise<void> {
  const heldUntil = world.projects.get(projectId ?? '')?.writesHeldUntil ?? 0;
  const waitMs = heldUntil - world.clock.now();
  if (waitMs <= 0) return;
  await new Promise<void>((resolve) => void world.clock.after(Math.min(waitMs, WRITE_QUEUE_MS), resolve));
  if (waitMs > WRITE_QUEUE_MS) refuse(409, 'PROJECT_BUSY', 'Something else is being written; try again');
}

/** Request-level refusals: only the current engine uses the envelope. */
function requestRefusal(c: Context<Env>, world: World, refusal: Refusal): Response {
  return isOlderSurface(c.req.raw, c.req.path, world) ? olderPage(refusal) : failure(refusal);
}

function fullPath(operation: Operation): string {
  return `${operation.outsideP ? API_PREFIX : P_PREFIX}${operation.path}`;
}

function unknownRoute(c: Context<Env>, world: World): Response {
  if (!c.req.path.startsWith(API_PREFIX)) return c.text('Not found', 404);
  const allowed = OPERATIONS.filter(
    (operation) => !world.lacking.has(operation.name) && matches(fullPath(operation), c.req.path),
  ).map((operation) => operation.method);
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
