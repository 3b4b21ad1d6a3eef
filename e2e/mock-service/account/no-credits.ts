import { Refusal, refuse } from '../http/refusal.ts';
import { balance } from '../limits/charge.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';

/** Refuses List Projects, Get Account and Get Credit Costs with 403 without credits (Engine errors). */
export function requireSomeCredits(world: World, legacyHost: boolean): void {
  if (balance(world) > 0) return;
  if (legacyHost) throw legacyRefusal('The account has no credits left');
  refuse(403, 'INSUFFICIENT_CREDITS', 'The account has no credits left');
}

/** Refuses with 402 unless the balance covers `credits` (legacy project: an older 403), before any change. */
export function requireCredits(world: World, credits: number, what: string, project?: Project): void {
  if (balance(world) >= credits) return;
  const message = `Not enough credits for ${what}: ${credits} needed`;
  if (project?.engine === 'legacy') throw legacyRefusal(message);
  refuse(402, 'INSUFFICIENT_CREDITS', message);
}

/** The older host and legacy projects report missing credits without the envelope. */
function legacyRefusal(message: string): Refusal {
  const code = 'VCAAS_INSUFFICIENT_CREDITS';
  const refusal = new Refusal(403, code, message);
  refusal.bareBody = { error: message, code };
  return refusal;
}
