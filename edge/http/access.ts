import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { PAGING_HEADERS } from '../../shared/builder-api/projects.ts';
import { RUN_BUDGET_HEADER } from '../../shared/edge-api/guards.ts';
import { API_VERSION_HEADER } from '../../shared/edge-api/health.ts';
import { LEDGER_HEADER } from '../../shared/edge-api/ledger-identity.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { isKnownToken, isPairedToken } from './caller.ts';
import type { EdgeEnvironment } from './context.ts';
import { apiError, respondError } from './result.ts';

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
  allowHeaders: [
    'authorization',
    'content-type',
    'idempotency-key',
    'if-none-match',
    RUN_BUDGET_HEADER,
    LEDGER_HEADER,
  ],
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

/**
 * Rate-limits requests before they cost anything: by token if it is known to belong to a device, else by
 * address, so that made-up tokens don't get a limit each. The object has the exact counters. Webhooks have a
 * higher limit, as the service sends them in bursts from few addresses.
 * @param readHashes reads the hashes of all devices' tokens from the object
 */
export const floodGuard = (readHashes: (env: Cloudflare.Env) => Promise<readonly string[]>) =>
  createMiddleware<EdgeEnvironment>(async (c, next) => {
    const tokenHash = c.get('tokenHash');
    const isHook = c.req.path.startsWith('/hooks/');
    const isDevice = !isHook && tokenHash !== null && isKnownToken(tokenHash);
    const limiter = isHook
      ? c.env.FLOOD_BY_SENDER
      : isDevice
        ? c.env.FLOOD_BY_DEVICE
        : c.env.FLOOD_BY_ADDRESS;
    const key = isDevice ? tokenHash : (c.req.header('cf-connecting-ip') ?? 'unknown');
    const { success } = await limiter.limit({ key });
    if (success) return next();
    // Others behind its address must not lock a paired browser out of an instance that has not seen it yet.
    if (!isHook && !isDevice && tokenHash !== null) {
      const isPaired = await isPairedToken(tokenHash, () => readHashes(c.env), Date.now());
      if (isPaired && (await c.env.FLOOD_BY_DEVICE.limit({ key: tokenHash })).success) return next();
    }
    return respondError(c, apiError('EDGE_RATE_LIMITED', 'Too many requests.', { retryAfterMs: MINUTE_MS }));
  });
