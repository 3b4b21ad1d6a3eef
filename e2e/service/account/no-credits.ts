import { refuse } from '../http/refusal.ts';
import type { World } from '../world/world.ts';
import { balance } from './charge.ts';

/** List Projects, Get Account and Get Credit Costs answer 403 when credits are missing (Engine errors). */
export function requireSomeCredits(world: World): void {
  if (balance(world) <= 0) refuse(403, 'VCAAS_INSUFFICIENT_CREDITS', 'The account has no credits left');
}
