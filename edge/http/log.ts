import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { qualified } from '../../shared/data-api/catalogue.ts';
import type { EdgeContext, EdgeEnvironment } from './context.ts';
import { apiError, invalid, respondError } from './result.ts';

/** Allow-list of log fields: no address, header, body or name can be logged. */
const ALLOWED = [
  'event',
  'requestId',
  'method',
  /** The route's pattern, never the path. */
  'route',
  'operation',
  'status',
  'code',
  'failure',
  'job',
  /** Class of an error, never its message. */
  'errorName',
  /** First frame of its stack in the edge's own bundle: file, line and column. */
  'at',
  'durationMs',
] as const;
export type LogLine = { event: 'request' | 'service-call' | 'job-failed' | 'unexpected-error' } & {
  [Name in (typeof ALLOWED)[number]]?: string | number | undefined;
};
const TEXT_MAX = 80;

/** Writes one line of JSON with the allowed fields only. */
export function log(line: LogLine): void {
  const kept: Record<string, string | number> = {};
  for (const name of ALLOWED) {
    const value = line[name];
    if (typeof value === 'number') kept[name] = value;
    else if (typeof value === 'string') kept[name] = value.slice(0, TEXT_MAX);
  }
  // biome-ignore lint/suspicious/noConsole: the platform's log is its console
  console.log(JSON.stringify(kept));
}

/** What a log line may say of an error: its class and where it was thrown, never its message. */
export function errorFields(error: unknown): { errorName: string; at: string | undefined } {
  if (!(error instanceof Error)) return { errorName: typeof error, at: undefined };
  // Frames without a position are the platform's; a path before the file's name is the machine's.
  const at = /^\s+at .*?([\w.-]+\.[jt]s:\d+:\d+)\)?$/m.exec(error.stack ?? '')?.[1];
  return { errorName: error.name, at };
}

/** Logs that a job of the object failed; it is tried again. */
export const logFailedJob = (job: string, error: unknown): void =>
  log({ event: 'job-failed', job, ...errorFields(error) });

/** A successful read is logged from this duration on. */
const SLOW_MS = 1_000;

/** Logs the request in one line, unless it is not worth it. */
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

/** Browsers poll once a minute: quick, successful reads would bury every other line. */
function isWorthALine(method: string, status: number, durationMs: number): boolean {
  const isQuietRead = (method === 'GET' || method === 'OPTIONS') && (status < 300 || status === 304);
  return !isQuietRead || status === 101 || durationMs >= SLOW_MS;
}

/** Responds to an exception; never exposes the message of an unexpected error. */
export function handleError(error: unknown, c: EdgeContext): Response {
  if (error instanceof HTTPException) {
    // The JSON validator throws one without a response; ours have theirs.
    if (error.res === undefined) return respondError(c, invalid('body', 'is not JSON').error);
    return error.res;
  }
  log({ event: 'unexpected-error', requestId: c.get('requestId'), ...errorFields(error) });
  return respondError(c, apiError('EDGE_INTERNAL', 'The edge has a problem of its own.'));
}
