import { CREDIT_COSTS, LEGACY_CREDIT_COSTS } from '../account/credit-costs.ts';
import { requireCredits } from '../account/no-credits.ts';
import { requireAllowed, requireNothingInTheWay, requireServer } from '../agent/exclusions.ts';
import { iso } from '../clock/calendar.ts';
import type { Answer, Call } from '../http/operation.ts';
import { charge } from '../limits/charge.ts';
import { logDevelopment } from '../world/development-log.ts';
import type { Project, Rebuild } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import type { World } from '../world/world.ts';

/** POST `rebuild`: the preview is built again. */
export function rebuildProject(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  requireNothingInTheWay(project, 'rebuild');
  requireServer(world, project);
  const cost = (project.engine === 'legacy' ? LEGACY_CREDIT_COSTS : CREDIT_COSTS).REBUILD_PROJECT;
  requireCredits(world, cost, 'a rebuild', project);
  charge(world, project, 'development', 'rebuild_project', cost);
  const { status, startedAt } = startRebuild(world, project);
  return { data: { status, startedAt: iso(startedAt) } };
}

export function startRebuild(
  world: World,
  project: Project,
  plan: { durationMs?: number; outcome?: 'success' | 'error' } = {},
): Rebuild {
  const outcome = plan.outcome ?? world.outcomes.rebuilds.shift() ?? 'success';
  const durationMs = plan.durationMs ?? world.random.between(...world.durations.rebuildMs);
  const rebuild: Rebuild = { status: 'rebuilding', startedAt: world.clock.now() };
  project.rebuild = rebuild;
  world.counters.effects.rebuilds += 1;
  logDevelopment(world, project, 'Rebuilding the preview');
  world.clock.after(durationMs, () => {
    if (project.rebuild !== rebuild) return;
    rebuild.status = outcome;
    if (outcome === 'error') rebuild.errorMessage = 'The build failed';
    logDevelopment(world, project, outcome === 'error' ? 'The build failed' : 'The preview was rebuilt');
  });
  return rebuild;
}

/** GET `rebuild/status`: `idle` before the first one. */
export function getRebuildStatus(call: Call): Answer {
  const { rebuild } = requireProject(call);
  if (rebuild === null) return { data: { status: 'idle' } };
  const { status, errorMessage } = rebuild;
  return { data: { status, ...(errorMessage !== undefined && { errorMessage }) } };
}
