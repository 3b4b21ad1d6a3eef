import { CREDIT_COSTS, LEGACY_CREDIT_COSTS } from '../account/credit-costs.ts';
import { emitEvent } from '../events/emit.ts';
import { refuse } from '../http/refusal.ts';
import { charge, refund } from '../limits/charge.ts';
import type { Deployment, Project } from '../world/project.ts';
import type { World } from '../world/world.ts';

const STEPS = ['building', 'uploading', 'checking'] as const;

export interface DeployPlan {
  durationMs?: number;
  outcome?: 'success' | 'error';
  startedAgoMs?: number;
}

export function deploymentCost(project: Project): number {
  return (project.engine === 'legacy' ? LEGACY_CREDIT_COSTS : CREDIT_COSTS).CREATE_DEPLOYMENT;
}

/** Starts a deploy, charged at its start; its end is scheduled. */
export function startDeployment(world: World, project: Project, plan: DeployPlan = {}): Deployment {
  const durationMs = plan.durationMs ?? world.random.between(...world.durations.deployMs);
  const outcome = plan.outcome ?? world.outcomes.deploys.shift() ?? 'success';
  const deployment: Deployment = {
    id: world.random.hex(24),
    versionId: world.random.hex(24),
    createdAt: world.clock.now() - (plan.startedAgoMs ?? 0),
    askedAt: world.clock.now(),
    status: 'deploying',
    step: 'queued',
    charged: deploymentCost(project),
    scheduled: [],
  };
  project.deployments.push(deployment);
  if (world.assumptions.startMovesLastModified) project.lastModifiedAt = world.clock.now();
  world.counters.effects.deploys += 1;
  charge(world, project, 'development', 'deploy', deployment.charged);
  STEPS.forEach((step, index) => {
    const at = (durationMs * (index + 1)) / (STEPS.length + 1);
    deployment.scheduled.push(
      world.clock.after(at, () => {
        deployment.step = step;
      }),
    );
  });
  deployment.scheduled.push(
    world.clock.after(durationMs, () => finishDeployment(world, project, deployment, outcome)),
  );
  return deployment;
}

/** A failed publish is refunded and says so. */
export function finishDeployment(
  world: World,
  project: Project,
  deployment: Deployment,
  outcome: 'success' | 'error',
): void {
  if (deployment.status !== 'deploying') return;
  for (const cancel of deployment.scheduled) cancel();
  deployment.scheduled = [];
  deployment.status = outcome;
  deployment.step = outcome === 'success' ? 'live' : 'failed';
  project.lastModifiedAt = world.clock.now();
  const failed = outcome === 'error';
  if (failed) refund(world, project, 'deploy', deployment.charged);
  emitEvent(
    world,
    'deployment.finished',
    {
      projectId: project.projectId,
      deploymentId: deployment.id,
      status: outcome,
      fixAttempts: failed ? 3 : 0,
      ...(failed && {
        creditRefunded: true,
        errorDetails: { step: 'building', message: 'The build failed' },
      }),
      at: world.clock.now(),
    },
    `deploy:${deployment.id}`,
  );
}

/** The deployment that visitors see. */
export function publishedDeployment(project: Project): Deployment | undefined {
  return project.deployments.findLast(({ status }) => status === 'success');
}

/** Takes the site, its snapshot and all its domains down; 502 on failure, with nothing changed. */
export function unpublish(world: World, project: Project): void {
  if (world.outcomes.unpublishes.shift() === 'error') {
    refuse(502, 'UNPUBLISH_FAILED', 'The site could not be taken down; nothing was changed');
  }
  project.deployments = [];
  project.customDomain = null;
  project.lastModifiedAt = world.clock.now();
  world.projectCache.delete(project.projectId);
}
