import { iso, monthOf, startOfMonth, startOfNextMonth } from '../clock/calendar.ts';
import { emitEvent } from '../events/emit.ts';
import { roundCredits } from '../http/values.ts';
import { type Feature, parentOf } from '../world/features.ts';
import type { FeatureSetting, FeatureUse, Project } from '../world/project.ts';
import type { World } from '../world/world.ts';
import { charge } from './charge.ts';

const WARNING_SHARE = 0.8;

export interface Budget {
  capKind: 'credits' | 'units';
  cap: number;
  used: number;
}

export function settingOf(project: Project, feature: Feature): FeatureSetting {
  return project.features.get(feature) ?? { enabled: true, source: 'plan' };
}

/** What the feature consumed in the month of `at`; the object may be changed. */
export function useOf(project: Project, feature: Feature, at: number): FeatureUse {
  const key = `${monthOf(at)}:${feature}`;
  const known = project.featureUse.get(key);
  if (known !== undefined) return known;
  const fresh = { credits: 0, units: 0, warned: false, reached: false };
  project.featureUse.set(key, fresh);
  return fresh;
}

/** The feature itself, its parent, and `all`: each one's switch and budget apply. */
export function scopesOf(feature: Feature): Feature[] {
  const parent = parentOf(feature);
  return [...new Set<Feature>([feature, ...(parent ? [parent] : []), 'all'])];
}

export function budgetsOf(project: Project, feature: Feature, at: number): Budget[] {
  const { monthlyCreditCap, monthlyUnitCap } = settingOf(project, feature);
  const use = useOf(project, feature, at);
  return [
    ...(monthlyCreditCap === undefined
      ? []
      : [{ capKind: 'credits' as const, cap: monthlyCreditCap, used: use.credits }]),
    ...(monthlyUnitCap === undefined
      ? []
      : [{ capKind: 'units' as const, cap: monthlyUnitCap, used: use.units }]),
  ];
}

export function spentBudget(project: Project, feature: Feature, at: number): Budget | undefined {
  return budgetsOf(project, feature, at).find((budget) => budget.used >= budget.cap);
}

/** Books one use of a feature by the published app: its budgets, the project's spending, the account. */
export function consume(
  world: World,
  project: Project,
  feature: Feature,
  used: { credits?: number; units?: number },
): void {
  const now = world.clock.now();
  const credits = used.credits ?? 0;
  for (const scope of scopesOf(feature)) {
    const use = useOf(project, scope, now);
    use.credits = roundCredits(use.credits + credits);
    use.units = scope === 'all' ? use.credits : use.units + (used.units ?? 0);
  }
  if (credits > 0) charge(world, project, 'infrastructure', feature, credits);
  for (const scope of scopesOf(feature)) notifyBudget(world, project, scope);
}

/** Warns at 80 % once per feature and month; reports a spent budget once until it is raised. */
export function notifyBudget(world: World, project: Project, feature: Feature): void {
  const now = world.clock.now();
  const use = useOf(project, feature, now);
  const budgets = budgetsOf(project, feature, now);
  const near = budgets.find(({ cap, used }) => used >= cap * WARNING_SHARE);
  if (near !== undefined && !use.warned) {
    use.warned = true;
    emitEvent(world, 'project.feature_limit.warning', limitData(project, feature, near, false, now));
  }
  const spent = budgets.find(({ cap, used }) => used >= cap);
  if (spent !== undefined && !use.reached) {
    emitEvent(world, 'project.feature_limit.reached', limitData(project, feature, spent, true, now));
  }
  use.reached = spent !== undefined;
}

/** Which calls a switch or a budget applies to. */
export function scopeName(feature: Feature): 'all' | 'group' | 'feature' {
  return feature === 'all' ? 'all' : feature === 'ai' ? 'group' : 'feature';
}

export function monthPeriod(at: number) {
  return { from: iso(startOfMonth(at)), to: iso(startOfNextMonth(at)) };
}

function limitData(project: Project, feature: Feature, budget: Budget, refusing: boolean, at: number) {
  return {
    projectId: project.projectId,
    feature,
    scope: scopeName(feature),
    refusing,
    cap: budget.cap,
    capKind: budget.capKind,
    used: budget.used,
    period: monthPeriod(at),
    at,
  };
}
