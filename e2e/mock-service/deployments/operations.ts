import { requireCredits } from '../account/no-credits.ts';
import { requireAllowed, requireNothingRunning, requireServer } from '../agent/heavy-work.ts';
import { iso } from '../clock/calendar.ts';
import type { Answer, Call, Operation } from '../http/operation.ts';
import { requireProject } from '../projects/require-project.ts';
import { deploymentCost, startDeployment } from './deployment.ts';

/** Deploy to production and its status. */
export const DEPLOYMENT_OPERATIONS: Operation[] = [
  {
    name: 'deployProject',
    method: 'POST',
    path: '/projects/:projectId/deployments/deploy',
    cost: 'credits',
    handle: deployProject,
  },
  {
    name: 'getDeploymentStatus',
    method: 'GET',
    path: '/projects/:projectId/deployments/status',
    cost: 'free',
    handle: getDeploymentStatus,
  },
];

function deployProject(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  requireNothingRunning(project);
  requireServer(world, project);
  requireCredits(world, deploymentCost(project), 'a deployment', project);
  startDeployment(world, project);
  const message = 'Deploying. A deploy takes 2 to 5 minutes; ask for its status every 10 to 15 s.';
  return { data: { projectId: project.projectId, status: 'deploying', message } };
}

function getDeploymentStatus(call: Call): Answer {
  const project = requireProject(call);
  const last = project.deployments.at(-1);
  if (last === undefined) return { data: { status: null, createdAt: null } };
  const common = { status: last.status, createdAt: iso(last.createdAt) };
  if (project.engine === 'legacy') return { data: { ...common, versionId: last.versionId } };
  const liveUrl = `https://${project.projectId}.${call.world.productionDomain}`;
  return {
    data: {
      ...common,
      deploymentId: last.id,
      step: last.step,
      ...(last.status === 'success' && { liveUrl }),
    },
  };
}
