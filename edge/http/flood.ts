import { createMiddleware } from 'hono/factory';
import { MINUTE_MS } from '../../shared/time.ts';
import { bearerToken } from './caller.ts';
import type { EdgeEnvironment } from './edge-context.ts';
import { refusal } from './refusal.ts';
import { respondRefusal } from './respond.ts';
import { sha256 } from './sha256.ts';

/**
 * Stops a flood before it costs anything: by token where there is one, by address where not. Exact counts are the
 * object's. The service sends its webhooks in bursts from few addresses, so they have a wider limit.
 */
export const floodGuard = createMiddleware<EdgeEnvironment>(async (c, next) => {
  const token = bearerToken(c.req.raw);
  const limiter = c.req.path.startsWith('/hooks/')
    ? c.env.FLOOD_BY_SENDER
    : token === null
      ? c.env.FLOOD_BY_ADDRESS
      : c.env.FLOOD_BY_DEVICE;
  const key = token === null ? (c.req.header('cf-connecting-ip') ?? 'unknown') : await sha256(token);
  const { success } = await limiter.limit({ key });
  if (success) return next();
  return respondRefusal(c, refusal('EDGE_RATE_LIMITED', 'Too many requests.', { retryAfterMs: MINUTE_MS }));
});
