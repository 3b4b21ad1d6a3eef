import { iso, monthOf, startOfNextMonth } from '../clock/calendar.ts';
import { emitEvent } from '../events/emit.ts';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isCap, isRecord } from '../http/values.ts';
import type { CreditLimits, Project, SpendingCategory } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import { usageOf } from '../world/usage.ts';
import type { World } from '../world/world.ts';

export const CATEGORIES = ['development', 'infrastructure'] as const;

const CAP_FIELDS = {
  development: 'maxDevelopmentCreditsPerMonth',
  infrastructure: 'maxInfrastructureCreditsPerMonth',
} as const satisfies Record<SpendingCategory, keyof CreditLimits>;

export function capOf(project: Project, category: SpendingCategory): number | null {
  return project.creditLimits[CAP_FIELDS[category]];
}

export function isAtCap(project: Project, category: SpendingCategory, now: number): boolean {
  const cap = capOf(project, category);
  return cap !== null && usageOf(project, now)[category] >= cap;
}

/** Emits `project.credit_limit.reached` and mails the owner, once per crossing of a cap. */
export function notifyReachedCaps(world: World, project: Project): void {
  const now = world.clock.now();
  for (const category of CATEGORIES) {
    const key = `${category}:${monthOf(now)}`;
    if (!isAtCap(project, category, now)) {
      project.capsReported.delete(key);
      continue;
    }
    if (project.capsReported.has(key)) continue;
    project.capsReported.add(key);
    const spent = usageOf(project, now)[category];
    const limit = capOf(project, category);
    emitEvent(world, 'project.credit_limit.reached', {
      projectId: project.projectId,
      category,
      spent,
      limit,
    });
    const subject = `${project.projectId} reached its ${category} credit limit`;
    world.emails.push({ at: now, about: 'credit-limit', subject });
  }
}

/** Reads caps from a body: 400 `INVALID_LIMIT` for anything but a positive number or null. */
export function readCaps(body: Record<string, unknown>): Partial<CreditLimits> {
  const caps: Partial<CreditLimits> = {};
  for (const category of CATEGORIES) {
    const value = body[CAP_FIELDS[category]];
    if (value === undefined) continue;
    if (!isCap(value))
      refuse(400, 'INVALID_LIMIT', `${CAP_FIELDS[category]} must be a positive number or null`);
    caps[CAP_FIELDS[category]] = value;
  }
  return caps;
}

export function getCreditLimits(call: Call): Answer {
  const project = requireProject(call);
  const usedThisMonth = project.usageReadable ? usageOf(project, call.world.clock.now()) : null;
  return { data: { creditLimits: project.creditLimits, usedThisMonth } };
}

export function updateCreditLimits(call: Call): Answer {
  const { world, key } = call;
  const project = requireProject(call);
  if (!key.owner) refuse(403, 'OWNER_ONLY', 'Only the account owner can change credit limits');
  const body = call.body === undefined ? {} : call.body;
  if (!isRecord(body)) refuse(400, 'INVALID_CREDIT_LIMITS', 'The body must be an object');
  const caps = readCaps(body);
  if (Object.keys(caps).length === 0) {
    refuse(400, 'MISSING_LIMIT_FIELDS', `Send ${CAP_FIELDS.development} or ${CAP_FIELDS.infrastructure}`);
  }
  Object.assign(project.creditLimits, caps);
  notifyReachedCaps(world, project);
  return { data: { creditLimits: caps } };
}

export function listAtLimit({ world, key }: Call): Answer {
  const now = world.clock.now();
  const projects = [...world.projects.values()]
    .filter((project) => CATEGORIES.some((category) => isAtCap(project, category, now)))
    .map((project) => ({
      projectId: project.projectId,
      label: project.label ?? null,
      createdVia: project.createdVia,
      creditLimits: project.creditLimits,
      usedThisMonth: usageOf(project, now),
      atLimit: {
        development: isAtCap(project, 'development', now),
        infrastructure: isAtCap(project, 'infrastructure', now),
      },
    }));
  return { data: { projects, resetsAt: iso(startOfNextMonth(now)), canEdit: key.owner } };
}
