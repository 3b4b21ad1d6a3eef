import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { EdgeEnvironment } from './edge-context.ts';
import { log } from './log.ts';

/** Gives every request an id of our own making, tells how long it took, and writes its one line to the log. */
export const observe = createMiddleware<EdgeEnvironment>(async (c, next) => {
  const startedAt = Date.now();
  const requestId = crypto.randomUUID();
  c.set('requestId', requestId);
  await next();
  const durationMs = Date.now() - startedAt;
  if (c.res.status !== 101) {
    c.header('x-request-id', requestId);
    const objectMs = c.get('objectMs');
    c.header(
      'server-timing',
      `total;dur=${durationMs}${objectMs === undefined ? '' : `, object;dur=${objectMs}`}`,
    );
  }
  log({
    event: 'request',
    requestId,
    method: c.req.method,
    route: routePath(c, -1),
    operation: c.get('operation'),
    status: c.res.status,
    code: c.get('code'),
    durationMs,
  });
});
