import type { GatewayCall } from '../gateway/gateway.ts';
import { checkRequest, type GatewayRequest, matchOperation } from '../gateway/whitelist.ts';
import type { Result } from '../http/result.ts';

/** Both steps of the whitelist, between which a route authorizes the caller. */
export function matchAndCheck(
  request: GatewayRequest,
  allowed: readonly string[] | null,
): Result<GatewayCall> {
  const matched = matchOperation(request, allowed);
  return matched.ok ? checkRequest(matched.value, request) : matched;
}
