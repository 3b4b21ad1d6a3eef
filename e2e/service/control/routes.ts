import { Hono } from 'hono';
import type { Control } from './control.ts';

/**
 * `POST /__control/<ability>` with `{ "args": [...] }` or, for one argument, that object itself as the body;
 * answers `{ result }`. An ability is a name of `Control`.
 */
export function createControlRoutes(control: Control): Hono {
  const routes = new Hono();
  const abilities = new Map<string, unknown>(Object.entries(control));

  routes.get('/', (c) => c.json({ abilities: [...abilities.keys()] }));
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

function argumentsOf(body: unknown): unknown[] {
  if (body === undefined) return [];
  if (typeof body === 'object' && body !== null && 'args' in body && Array.isArray(body.args))
    return body.args;
  return [body];
}
