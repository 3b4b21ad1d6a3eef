import { emitEvent } from '../events/emit.ts';
import { roundCredits } from '../http/values.ts';
import type { Project, SpendingCategory } from '../world/project.ts';
import { usageOf } from '../world/usage.ts';
import type { World } from '../world/world.ts';
import { notifyReachedCaps } from './credit-limits.ts';

export function balance(world: World): number {
  return roundCredits(world.account.recurrentCredits + world.account.oneTimeCredits);
}

/**
 * Charges credits, plan credits first, never below zero; books them and notifies of reached caps.
 * @returns what was charged
 */
export function charge(
  world: World,
  project: Project,
  category: SpendingCategory,
  type: string,
  credits: number,
): number {
  const before = balance(world);
  const taken = roundCredits(Math.min(credits, before));
  const fromPlan = Math.min(taken, world.account.recurrentCredits);
  world.account.recurrentCredits = roundCredits(world.account.recurrentCredits - fromPlan);
  world.account.oneTimeCredits = roundCredits(world.account.oneTimeCredits - (taken - fromPlan));
  world.counters.effects.creditsCharged = roundCredits(world.counters.effects.creditsCharged + taken);
  book(world, project, category, type, taken);
  notifyReachedCaps(world, project);
  if (before > 0 && balance(world) <= 0) {
    emitEvent(world, 'project.credits.exhausted', { projectId: project.projectId, at: world.clock.now() });
  }
  return taken;
}

/** Refunds credits as purchased ones, which never expire. */
export function refund(world: World, project: Project, type: string, credits: number): void {
  if (credits <= 0) return;
  world.account.oneTimeCredits = roundCredits(world.account.oneTimeCredits + credits);
  world.counters.effects.creditsRefunded = roundCredits(world.counters.effects.creditsRefunded + credits);
  book(world, project, 'development', type, -credits);
}

function book(
  world: World,
  project: Project,
  category: SpendingCategory,
  type: string,
  credits: number,
): void {
  const at = world.clock.now();
  world.spending.push({ at, projectId: project.projectId, category, type, credits });
  const usage = usageOf(project, at);
  usage[category] = roundCredits(Math.max(0, usage[category] + credits));
  project.totalCreditsSpent = roundCredits(Math.max(0, project.totalCreditsSpent + credits));
}
