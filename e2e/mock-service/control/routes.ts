import { Hono } from 'hono';
import { type AppCall, appCall } from '../app-calls/app-call.ts';
import { failure, success } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { isFeature } from '../world/features.ts';
import type { World } from '../world/world.ts';
import type { Control } from './control.ts';

/**
 * `POST /__control/<ability>` with `{ "args": [...] }` or, for one argument, that object itself as the body;
 * answers `{ result }`. An ability is a name of `Control`. `POST /__control/app/<projectId>/<feature>` is a
 * built-in call of the published app, answered with the status and envelope that the app would get.
 */
export function createControlRoutes(control: Control, world: () => World): Hono {
  const routes = new Hono();
  const abilities = new Map<string, unknown>(Object.entries(control));

  // Clients that store data about this service detect a restart by it.
  const instance = crypto.randomUUID();

  routes.use('*', async (c, next) => {
    if (isFromHere(c.req.raw)) return next();
    return c.json({ error: 'Only from this machine, under a name of its own' }, 403);
  });

  routes.get('/', (c) => c.json({ instance, abilities: [...abilities.keys()] }));
  routes.post('/app/:projectId/:feature', async (c) => {
    const project = world().projects.get(c.req.param('projectId'));
    const feature = c.req.param('feature');
    if (project === undefined || !isFeature(feature))
      return c.json({ error: 'No such project or feature' }, 404);
    const sent = await bodyOf(c.req.raw);
    if (sent === undefined) return c.json({ error: 'The body is not valid JSON' }, 400);
    try {
      await appCall(world(), project, { ...(sent as Omit<AppCall, 'feature'>), feature });
      return success({ data: { ok: true } });
    } catch (error) {
      if (error instanceof Refusal) return failure(error);
      throw error;
    }
  });
  routes.on(['GET', 'POST'], '/:ability', async (c) => {
    const ability = abilities.get(c.req.param('ability'));
    if (typeof ability !== 'function') return c.json({ error: 'No such ability' }, 404);
    try {
      const text = await c.req.text();
      const result: unknown = await ability(...argumentsOf(text === '' ? undefined : JSON.parse(text)));
      return c.json({ result: result ?? null });
    } catch (error) {
      return c.json({ error: error instanceof Error ? error.message : String(error) }, 400);
    }
  });
  return routes;
}

/** The JSON body, an empty object when none was sent, undefined when it is not JSON. */
async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A name of this machine, with or without a port: `127.0.0.1`, `localhost`, `legacy.localhost`, `[::1]`. */
function isOwnName(host: string): boolean {
  return /^(127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)*localhost)(:\d+)?$/i.test(host);
}

/** Pages of other sites can make a browser send requests here: their host names distinguish them. */
function isFromHere(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin !== null && !(URL.canParse(origin) && isOwnName(new URL(origin).host))) return false;
  return isOwnName(request.headers.get('host') ?? new URL(request.url).host);
}

function argumentsOf(body: unknown): unknown[] {
  if (body === undefined) return [];
  if (typeof body === 'object' && body !== null && 'args' in body && Array.isArray(body.args))
    return body.args;
  return [body];
}
