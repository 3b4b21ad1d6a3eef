import { cors } from 'hono/cors';
import { isExtensionOrigin } from './extension-origin.ts';

const PREFLIGHT_KEPT_S = 7200;

/** Answers across origins to browser extensions and to nobody else: a web page's script can't read a word. */
export const extensionCors = cors({
  origin: (origin) => (isExtensionOrigin(origin) ? origin : null),
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match'],
  exposeHeaders: [
    'etag',
    'idempotent-replayed',
    'retry-after',
    'server-timing',
    'x-request-id',
    'x-total-count',
  ],
  maxAge: PREFLIGHT_KEPT_S,
});
