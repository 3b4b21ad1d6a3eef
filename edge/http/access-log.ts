import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { qualified } from '../../shared/data-api/catalogue.ts';
import type { EdgeContext, EdgeEnvironment } from './context.ts';
import { log } from './log.ts';
import { apiError, invalid, respondError } from './result.ts';

/** A read that takes this long is logged although it went well. */
const SLOW_MS = 1_000;

/** Writes the request's one line to the log, unless nobody would look for it there. */
export const accessLog = createMiddleware<EdgeEnvironment>(async (c, next) => {
  const startedAt = Date.now();
  c.header('x-request-id', c.get('requestId'));
  await next();
  const durationMs = Date.now() - startedAt;
  const { method } = c.req;
  const { status } = c.res;
  if (!isWorthALine(method, status, durationMs)) return;
  log({
    event: 'request',
    requestId: c.get('requestId'),
    method,
    route: routePath(c, -1),
    operation: operationOf(c),
    status,
    code: c.get('code'),
    durationMs,
  });
});

function operationOf(c: EdgeContext): string | undefined {
  const data = c.get('dataOperation');
  return data === undefined ? c.get('operation')?.name : qualified(data.name);
}

/** Browsers look once a minute: what was only read, went well and was quick would bury every other line. */
function isWorthALine(method: string, status: number, durationMs: number): boolean {
  const isQuietRead = (method === 'GET' || method === 'OPTIONS') && (status < 300 || status === 304);
  return !isQuietRead || status === 101 || durationMs >= SLOW_MS;
}

/** Answers what a handler threw; of an unexpected error never what it says. */
export function handleError(error: unknown, c: EdgeContext): Response {
  if (error instanceof HTTPException) {
    // The JSON validator throws one without an answer of its own; those of ours bring theirs.
    if (error.res === undefined) return respondError(c, invalid('body', 'is not JSON').error);
    return error.res;
  }
  const errorName = error instanceof Error ? error.name : typeof error;
  log({ event: 'unexpected-error', requestId: c.get('requestId'), errorName });
  return respondError(c, apiError('EDGE_INTERNAL', 'The edge has a problem of its own.'));
}
