import { routePath } from 'hono/route';
import type { EdgeContext } from './edge-context.ts';
import { allowExtension, preflightAnswer } from './extension-cors.ts';
import { log } from './log.ts';
import { refusal } from './refusal.ts';
import { newRequestId } from './request-id.ts';
import { respondRefusal } from './respond.ts';
import { SAFE_HEADERS } from './safe-headers.ts';

/** A read that takes this long is told of, although it went well. */
const SLOW_MS = 1_000;

/**
 * Around every request: gives it an id, answers a preflight, puts on the answer what all answers carry, and writes its one
 * line to the log, unless nobody would look for it there. @param answering makes the answer of anything but a preflight
 */
export async function observe(c: EdgeContext, answering: () => Promise<Response>): Promise<Response> {
  const startedAt = Date.now();
  c.set('requestId', newRequestId());
  const answer = c.req.method === 'OPTIONS' ? preflightAnswer() : await answering().catch(failed(c));
  const durationMs = Date.now() - startedAt;
  // A socket that was taken over has no headers left to set.
  if (answer.status !== 101) dress(c, answer.headers, durationMs);
  if (isWorthALine(c.req.method, answer.status, durationMs))
    log({
      event: 'request',
      requestId: c.get('requestId'),
      method: c.req.method,
      route: routePath(c, -1),
      operation: c.get('operation'),
      status: answer.status,
      code: c.get('code'),
      durationMs,
    });
  return answer;
}

/** Browsers look once a minute: what was only read, went well and was quick would bury every other line. */
function isWorthALine(method: string, status: number, durationMs: number): boolean {
  const isQuietRead = (method === 'GET' || method === 'OPTIONS') && (status < 300 || status === 304);
  return !isQuietRead || status === 101 || durationMs >= SLOW_MS;
}

/** What is answered when the edge itself fails: never what the error says. */
export const failed = (c: EdgeContext) => (error: unknown) => {
  const errorName = error instanceof Error ? error.name : typeof error;
  log({ event: 'unexpected-error', requestId: c.get('requestId'), errorName });
  return respondRefusal(c, refusal('EDGE_INTERNAL', 'The edge has a problem of its own.'));
};

/** Sets on the answer itself: to go through the context copies it, with its body, once for each header. */
function dress(c: EdgeContext, headers: Headers, durationMs: number): void {
  for (const [name, value] of SAFE_HEADERS) if (!headers.has(name)) headers.set(name, value);
  allowExtension(headers, c.req.raw.headers.get('origin'));
  headers.set('x-request-id', c.get('requestId'));
  const objectMs = c.get('objectMs');
  headers.set(
    'server-timing',
    `total;dur=${durationMs}${objectMs === undefined ? '' : `, object;dur=${objectMs}`}`,
  );
}
