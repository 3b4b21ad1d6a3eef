import { createMiddleware } from 'hono/factory';
import { MINUTE_MS } from '../../shared/time.ts';
import { isKnownToken, isPairedToken } from './caller.ts';
import type { EdgeEnvironment } from './context.ts';
import { apiError, respondError } from './result.ts';

/**
 * Rate-limits requests before they cost anything: by token if it is known to belong to a device, else by address, so
 * that made-up tokens don't get a limit each. The object has the exact counters. The service sends webhooks in bursts
 * from few addresses, so they have a higher limit. @param readHashes reads the hashes of all devices' tokens from the
 * object
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
    // Others behind the same address must not lock a paired browser out of an instance that has not seen it yet.
    if (!isHook && !isDevice && tokenHash !== null) {
      const isPaired = await isPairedToken(tokenHash, () => readHashes(c.env), Date.now());
      if (isPaired && (await c.env.FLOOD_BY_DEVICE.limit({ key: tokenHash })).success) return next();
    }
    return respondError(c, apiError('EDGE_RATE_LIMITED', 'Too many requests.', { retryAfterMs: MINUTE_MS }));
  });
