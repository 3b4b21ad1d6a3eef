import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { MINUTE_MS } from '../clock/calendar.ts';
import { applyFault } from '../faults/apply-fault.ts';
import { BEFORE_THE_EFFECT, type Fault, takeFault } from '../faults/fault.ts';
import { readJsonBody } from '../http/read-body.ts';
import { Refusal } from '../http/refusal.ts';
import { count } from '../world/counters.ts';
import type { World } from '../world/world.ts';
import type { DataKey } from './backend/backend.ts';
import { backendOf, dataKeyOf, dataStateOf } from './backend/data-state.ts';
import { serveDownload } from './files/serve-download.ts';
import type { DataCall, DataOperation } from './http/operation.ts';
import { Problem, problemResponse } from './http/problem.ts';
import { readForm } from './http/read-form.ts';
import { DATA_OPERATIONS } from './operations.ts';

const API = '/api/v1';
/** Prefix of this backend's operations in faults and counters. */
const OPERATION_PREFIX = 'data.';

type Env = { Bindings: HttpBindings; Variables: { key: DataKey } };

/** The data backend below `{data_api_url}`: checks key, route, rate, body and operation in this order. */
export function createDataApp(world: () => World): Hono<Env> {
  const app = new Hono<Env>({ strict: false });

  app.get('/download/:kind/:projectId/:name', (c) =>
    serveDownload(world(), c.req.param(), new URL(c.req.url).searchParams),
  );

  app.use(`${API}/*`, async (c, next) => {
    const key = dataKeyOf(world(), c.req.header('api-key') ?? '');
    if (key === undefined) {
      world().counters.rejectedKeys += 1;
      throw new Problem(401, 'The API key is missing or invalid: send it in the header api-key.');
    }
    c.set('key', key);
    return next();
  });

  for (const operation of DATA_OPERATIONS) {
    app.on(operation.method, `${API}${operation.path}`, (c) => handle(c, operation, world()));
  }

  app.all('*', (c) => unknownRoute(c));
  app.onError((error, c) => {
    const problem = problemOf(error);
    // A caller that disconnects during a request is not an error.
    if (error !== problem && problem.status === 500 && !c.req.raw.signal.aborted) console.error(error);
    return problemResponse(problem, crypto.randomUUID());
  });
  return app;
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Refusal) {
    const { status, message, details, headers, code } = error;
    return new Problem(status, `${message}.`, { code, ...details }, headers);
  }
  return new Problem(500, 'Something went wrong here.');
}

async function handle(c: Context<Env>, operation: DataOperation, world: World): Promise<Response> {
  const name = OPERATION_PREFIX + operation.name;
  count(world.counters.requests, name);
  const fault = takeFault(world.faults, name);
  if (fault?.kind === 'error') throw problemOfFault(fault);
  if (fault !== undefined && BEFORE_THE_EFFECT[fault.kind])
    return applyFault(fault, null, c.env, world.clock);
  const good = await perform(c, operation, world).catch((error: unknown) => {
    if (fault === undefined) throw error;
    return problemResponse(problemOf(error), crypto.randomUUID());
  });
  return fault === undefined ? good : applyFault(fault, good, c.env, world.clock);
}

function problemOfFault(fault: Extract<Fault, { kind: 'error' }>): Problem {
  const { status, code, details, retryAfterSeconds } = fault;
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return new Problem(status, `The data backend answered ${code}.`, { code, ...details }, headers);
}

async function perform(c: Context<Env>, operation: DataOperation, world: World): Promise<Response> {
  const key = c.get('key');
  requireCapacity(world, key.projectId);
  const { origin, searchParams } = new URL(c.req.url);
  const call: DataCall = {
    world,
    backend: backendOf(world, key.projectId),
    key,
    params: c.req.param(),
    query: searchParams,
    body: undefined,
    form: undefined,
    dataUrl: `${origin}${c.req.routePath.slice(0, c.req.routePath.indexOf(API))}`,
  };
  if (operation.takes === 'multipart') {
    call.form = await readForm(c.req.raw, dataStateOf(world).settings.maxUploadBytes);
  } else if (operation.method !== 'GET') {
    call.body = await readJsonBody(c.req.raw, world.maxBodyBytes);
  }
  return Response.json({ errors: null, ...(await operation.handle(call)) });
}

/** 503 while the backend is being maintained; 429 above the calls that a project may make in a minute. */
function requireCapacity(world: World, projectId: string): void {
  const state = dataStateOf(world);
  const { maintenance, requestsPerMinute } = state.settings;
  if (maintenance) {
    throw new Problem(503, 'The data backend is being maintained.', {}, { 'retry-after': '60' });
  }
  if (requestsPerMinute === null) return;
  const now = world.clock.now();
  state.recentCalls = state.recentCalls.filter(({ at }) => at > now - MINUTE_MS);
  const own = state.recentCalls.filter((call) => call.projectId === projectId);
  const oldest = own.at(-requestsPerMinute);
  if (oldest !== undefined && own.length >= requestsPerMinute) {
    const retryAfter = Math.max(1, Math.ceil((oldest.at + MINUTE_MS - now) / 1000));
    const detail = `The project may make ${requestsPerMinute} calls a minute.`;
    const extras = {
      limit: requestsPerMinute,
      used: own.length,
      unit: 'requests',
      perSeconds: 60,
      retryAfter,
    };
    throw new Problem(429, detail, extras, { 'retry-after': String(retryAfter) });
  }
  state.recentCalls.push({ projectId, at: now });
}

function unknownRoute(c: Context<Env>): never {
  const path = c.req.path.slice(c.req.path.indexOf(API));
  const allowed = DATA_OPERATIONS.filter((operation) => matches(`${API}${operation.path}`, path));
  if (allowed.length === 0) throw new Problem(404, `There is no route ${path}.`);
  const allow = [...new Set(allowed.map(({ method }) => method))].join(', ');
  throw new Problem(405, `${c.req.method} is not allowed on ${path}; allowed: ${allow}.`, {}, { allow });
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const actual = path.replace(/\/$/, '').split('/');
  return (
    expected.length === actual.length &&
    expected.every((part, index) => part.startsWith(':') || part === actual[index])
  );
}
