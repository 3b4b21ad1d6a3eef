import { cors } from 'hono/cors';
import { PAGING_HEADERS } from '../../shared/builder-api/projects.ts';
import { RUN_BUDGET_HEADER } from '../../shared/edge-api/guards.ts';
import { API_VERSION_HEADER } from '../../shared/edge-api/health.ts';

/** Origins of browser extensions: the only ones with CORS. */
const EXTENSION_ORIGIN =
  /^(?:chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const PREFLIGHT_CACHE_SECONDS = 7200;

export function isExtensionOrigin(origin: string): boolean {
  return EXTENSION_ORIGIN.test(origin);
}

/** Allows scripts of browser extensions, and no web page, to read responses. */
export const extensionCors = cors({
  origin: (origin) => (isExtensionOrigin(origin) ? origin : null),
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match', RUN_BUDGET_HEADER],
  exposeHeaders: [
    'etag',
    'idempotent-replayed',
    'retry-after',
    'server-timing',
    'x-request-id',
    API_VERSION_HEADER,
    ...PAGING_HEADERS,
  ],
  maxAge: PREFLIGHT_CACHE_SECONDS,
});
