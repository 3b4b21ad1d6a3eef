import { emitEvent } from '../events/emit.ts';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord } from '../http/values.ts';
import type { Plan } from '../world/account.ts';
import { FEATURE_NAMES, FEATURES, type Feature, isFeature, parentOf } from '../world/features.ts';
import type { FeatureSetting, Project } from '../world/project.ts';
import { requireCurrentEngine } from '../world/require-engine.ts';
import { requireProject } from '../world/require-project.ts';
import type { World } from '../world/world.ts';
import { notifyReachedCaps } from './credit-limits.ts';
import { monthPeriod, notifyBudget, scopeName, settingOf, useOf } from './feature-use.ts';
import { ceilingOf } from './plan-ceilings.ts';

const BUDGETS = ['monthlyCreditCap', 'monthlyUnitCap'] as const;

interface Change {
  feature: Feature;
  enabled?: boolean;
  monthlyCreditCap?: number | null;
  monthlyUnitCap?: number | null;
}

export function getFeatureLimits(call: Call): Answer {
  const project = requireCurrentEngine(requireProject(call));
  return { data: limitsView(call.world, project) };
}

/** PUT limits: every change is checked before any is made. */
export function setFeatureLimits(call: Call): Answer {
  const { world, key, body } = call;
  const project = requireCurrentEngine(requireProject(call));
  if (!key.owner) refuse(403, 'OWNER_ONLY', 'Only the account owner can change feature limits');
  if (!isRecord(body) || !isRecord(body.features)) {
    refuse(400, 'VALIDATION_ERROR', 'features must be an object');
  }
  const changes = Object.entries(body.features).map(([name, value]) =>
    readChange(world.account.plan, name, value),
  );
  for (const change of changes) apply(world, project, change);
  notifyReachedCaps(world, project);
  return { data: limitsView(world, project) };
}

function readChange(plan: Plan, name: string, value: unknown): Change {
  if (!isFeature(name)) refuse(400, 'UNKNOWN_FEATURE', `There is no feature ${name}`);
  if (!isRecord(value)) refuse(400, 'VALIDATION_ERROR', `${name} must be an object`);
  const { enabled } = value;
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    refuse(400, 'VALIDATION_ERROR', `${name}.enabled must be true or false`);
  }
  if (enabled === false && (name === 'database' || name === 'worker')) {
    refuse(400, 'FEATURE_NOT_DISABLABLE', `${name} can't be switched off`);
  }
  const change: Change = { feature: name, ...(enabled !== undefined && { enabled }) };
  for (const budget of BUDGETS) {
    const cap = readBudget(plan, name, budget, value[budget]);
    if (cap !== undefined) change[budget] = cap;
  }
  return change;
}

function readBudget(
  plan: Plan,
  feature: Feature,
  budget: (typeof BUDGETS)[number],
  value: unknown,
): number | null | undefined {
  if (value === undefined) return undefined;
  if (feature === 'all' && budget === 'monthlyUnitCap') {
    refuse(400, 'INVALID_LIMIT', 'all has a budget in credits only');
  }
  if (value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    refuse(400, 'INVALID_LIMIT', `${feature}.${budget} must be a whole number from 0, or null`);
  }
  const ceiling = ceilingOf(plan, feature)[budget];
  if (ceiling !== null && value > ceiling) {
    refuse(400, 'LIMIT_ABOVE_PLAN_CEILING', `The plan allows ${feature}.${budget} up to ${ceiling}`);
  }
  return value;
}

function apply(world: World, project: Project, change: Change): void {
  const { feature } = change;
  const before = settingOf(project, feature);
  const after: FeatureSetting = { ...before, source: 'user' };
  if (change.enabled !== undefined) after.enabled = change.enabled;
  for (const budget of BUDGETS) {
    const cap = change[budget];
    if (typeof cap === 'number') after[budget] = cap;
    else if (cap === null) delete after[budget];
  }
  project.features.set(feature, after);
  if (feature === 'all' && change.monthlyCreditCap !== undefined && change.monthlyCreditCap !== 0) {
    project.creditLimits.maxInfrastructureCreditsPerMonth = change.monthlyCreditCap;
  }
  if (before.enabled !== after.enabled) {
    emitEvent(world, after.enabled ? 'project.feature.enabled' : 'project.feature.disabled', {
      projectId: project.projectId,
      feature,
      scope: scopeName(feature),
      refusing: !after.enabled,
      at: world.clock.now(),
    });
  }
  notifyBudget(world, project, feature);
}

function limitsView(world: World, project: Project) {
  const { plan } = world.account;
  const entries = FEATURE_NAMES.map((feature) => [feature, entryView(world, project, feature)]);
  return { plan: plan.name, features: Object.fromEntries(entries) };
}

function entryView(world: World, project: Project, feature: Feature) {
  const now = world.clock.now();
  const { enabled, monthlyCreditCap, monthlyUnitCap, source } = settingOf(project, feature);
  const { credits, units } = useOf(project, feature, now);
  const parent = parentOf(feature);
  return {
    enabled,
    ...(parent && { parent }),
    ...(monthlyCreditCap !== undefined && { monthlyCreditCap }),
    ...(monthlyUnitCap !== undefined && { monthlyUnitCap }),
    unit: FEATURES[feature].unit,
    consumed: { credits, units },
    period: monthPeriod(now),
    planCeiling: ceilingOf(world.account.plan, feature),
    source,
  };
}
