import { MINUTE_MS } from '../../shared/time.ts';
import { bearerToken } from './caller.ts';
import type { EdgeContext } from './edge-context.ts';
import { isKnownToken } from './known-tokens.ts';
import { refusal } from './refusal.ts';
import { respondRefusal } from './respond.ts';
import { sha256 } from './sha256.ts';

/**
 * Stops a flood before it costs anything: by token where it is known to be good, by address where not, so that made-up
 * tokens don't get a limit each. Exact counts are the object's. The service sends its webhooks in bursts from few addresses, so they have a wider limit.
 */
export async function floodGuard(c: EdgeContext, answering: () => Promise<Response>): Promise<Response> {
  const token = bearerToken(c.req.raw);
  const tokenHash = token === null ? null : await sha256(token);
  c.set('tokenHash', tokenHash);
  const isHook = c.req.path.startsWith('/hooks/');
  const isPaired = !isHook && tokenHash !== null && isKnownToken(tokenHash);
  const limiter = isHook ? c.env.FLOOD_BY_SENDER : isPaired ? c.env.FLOOD_BY_DEVICE : c.env.FLOOD_BY_ADDRESS;
  const key = isPaired ? tokenHash : (c.req.header('cf-connecting-ip') ?? 'unknown');
  const { success } = await limiter.limit({ key });
  if (success) return answering();
  return respondRefusal(c, refusal('EDGE_RATE_LIMITED', 'Too many requests.', { retryAfterMs: MINUTE_MS }));
}
