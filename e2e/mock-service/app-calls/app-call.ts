import { HOUR_MS, iso, MINUTE_MS, SECOND_MS, startOfNextMonth } from '../clock/calendar.ts';
import { wait } from '../clock/clock.ts';
import { emitEvent } from '../events/emit.ts';
import { Refusal } from '../http/refusal.ts';
import { balance } from '../limits/charge.ts';
import { isAtCap } from '../limits/credit-limits.ts';
import { consume, scopesOf, settingOf, spentBudget } from '../limits/feature-use.ts';
import { setPaused } from '../projects/lifecycle.ts';
import { FEATURES, type Feature } from '../world/features.ts';
import type { Project } from '../world/project.ts';
import { usageOf } from '../world/usage.ts';
import type { World } from '../world/world.ts';
import { takeSlot } from './concurrency.ts';

export interface AppCall {
  feature: Feature;
  credits?: number;
  units?: number;
  /** Address of the visitor. */
  visitor?: string;
  /** How long the call takes; a slot of `browser` or `web` is held in the meantime. */
  holdMs?: number;
}

const CALLS_PER_SECOND = 100;
const PAID_CALLS_PER_VISITOR_MINUTE = 20;
/** Spending within an hour that stops the app altogether; half of it pauses image, video and speech AI. */
export const EMERGENCY_STOP_CREDITS = 200;
const MEDIA: readonly Feature[] = ['ai_image', 'ai_video', 'speech'];
/** AI, web, browser, and `pdf` for its screenshots: what the limit of paid calls per visitor is for. */
const LIMITED_PER_VISITOR: readonly Feature[] = [
  ...(['ai', 'ai_text', ...MEDIA] as const),
  ...(['web', 'browser', 'pdf'] as const),
];

/**
 * Applies a published app's built-in call to the account, or refuses it (service reference, "Errors an app's
 * built-in calls receive"). Resolves when the call is over.
 */
export async function appCall(world: World, project: Project, call: AppCall): Promise<void> {
  requireAllowed(world, project, call);
  const release = await takeSlot(world, project, call.feature);
  try {
    requireBudget(world, project, call);
    bookAppCall(world, project, call);
    await wait(world.clock, call.holdMs ?? 0);
  } finally {
    release();
  }
}

/** Checks a call whose price is known only at its end; `bookAppCall` books it then. */
export function admitAppCall(world: World, project: Project, call: AppCall): void {
  requireAllowed(world, project, call);
  requireBudget(world, project, call);
}

/** Books an accepted call: budgets, spending and the resulting events. */
export function bookAppCall(world: World, project: Project, call: AppCall): void {
  consume(world, project, call.feature, { credits: call.credits ?? 0, units: call.units ?? 1 });
  watchHour(world, project, call);
}

function requireAllowed(world: World, project: Project, call: AppCall): void {
  const now = world.clock.now();
  requireEnabled(project, call.feature);
  requireMediaNotPaused(project, call.feature, now);
  requireRate(world, project, call, now);
}

function requireEnabled(project: Project, feature: Feature): void {
  const off = scopesOf(feature).find((scope) => !settingOf(project, scope).enabled);
  if (off !== undefined) {
    throw new Refusal(403, 'FEATURE_DISABLED', `${off} is switched off`, { feature: off });
  }
}

function requireMediaNotPaused(project: Project, feature: Feature, now: number): void {
  if (!MEDIA.includes(feature)) return;
  const hour = hourOf(now);
  if (project.mediaReleasedHour === hour) return;
  if ((project.appSpentByHour.get(hour) ?? 0) < EMERGENCY_STOP_CREDITS / 2) return;
  const resets = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  throw new Refusal(
    429,
    'AI_MEDIA_PAUSED_THIS_HOUR',
    'Image, video and speech AI are paused until the hour ends',
    { resetsAt: iso(resets) },
    { 'retry-after': seconds(resets - now) },
  );
}

function requireRate(world: World, project: Project, call: AppCall, now: number): void {
  const calls = world.appCalls.filter(
    ({ projectId, at }) => projectId === project.projectId && at > now - MINUTE_MS,
  );
  if (calls.filter(({ at }) => at > now - SECOND_MS).length >= CALLS_PER_SECOND) {
    throw new Refusal(429, 'RATE_LIMITED', 'Too many built-in calls a second', undefined, {
      'retry-after': '1',
    });
  }
  const { visitor } = call;
  const paid = isPaid(call) && LIMITED_PER_VISITOR.includes(call.feature);
  const byVisitor = calls.filter((other) => other.paid && other.visitor === visitor);
  if (paid && visitor !== undefined && byVisitor.length >= PAID_CALLS_PER_VISITOR_MINUTE) {
    const message = 'Too many paid calls by one visitor';
    throw new Refusal(429, 'RATE_LIMIT_EXCEEDED', message, undefined, { 'retry-after': '60' });
  }
  world.appCalls = world.appCalls.filter(({ at }) => at > now - MINUTE_MS);
  world.appCalls.push({ projectId: project.projectId, at: now, paid, visitor });
}

function isPaid(call: AppCall): boolean {
  return (call.credits ?? 0) > 0;
}

/**
 * A spent budget of the feature, its parent or `all`. The infrastructure cap and an empty balance refuse paid
 * calls only, and count as the budget of `all`.
 */
function requireBudget(world: World, project: Project, call: AppCall): void {
  const { feature } = call;
  const now = world.clock.now();
  const resetsAt = iso(startOfNextMonth(now));
  for (const scope of scopesOf(feature)) {
    const spent = spentBudget(project, scope, now);
    if (spent === undefined) continue;
    const unit = spent.capKind === 'credits' ? 'credits' : FEATURES[scope].unit;
    const details = { feature: scope, limit: spent.cap, used: spent.used, unit, resetsAt };
    throw new Refusal(429, 'FEATURE_LIMIT_REACHED', `The budget of ${scope} is spent`, details);
  }
  if (!isPaid(call)) return;
  const limit = project.creditLimits.maxInfrastructureCreditsPerMonth;
  if (isAtCap(project, 'infrastructure', now) || balance(world) <= 0) {
    const used = usageOf(project, now).infrastructure;
    const details = { feature: 'all', limit, used, unit: 'credits', resetsAt };
    throw new Refusal(429, 'FEATURE_LIMIT_REACHED', 'The app may spend no more this month', details);
  }
}

/** Spending far above normal within an hour pauses the app to protect the credits. */
function watchHour(world: World, project: Project, call: AppCall): void {
  const hour = hourOf(world.clock.now());
  const before = project.appSpentByHour.get(hour) ?? 0;
  const after = before + (call.credits ?? 0);
  project.appSpentByHour.set(hour, after);
  if (before >= EMERGENCY_STOP_CREDITS || after < EMERGENCY_STOP_CREDITS) return;
  emitEvent(world, 'project.kill_switch.fired', { projectId: project.projectId, at: world.clock.now() });
  setPaused(world, project, true);
}

/** Ends the media pause of this hour, and the app's own pause. */
export function releaseEmergencyStop(world: World, project: Project): void {
  project.mediaReleasedHour = hourOf(world.clock.now());
  setPaused(world, project, false);
}

function hourOf(at: number): string {
  return iso(at).slice(0, 13);
}

function seconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / SECOND_MS)));
}
