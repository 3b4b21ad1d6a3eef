import { requireCredits } from '../account/no-credits.ts';
import { requireAllowed, requireNothingInTheWay, requireServer } from '../agent/exclusions.ts';
import { iso } from '../clock/calendar.ts';
import type { Answer, Call, Operation } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord } from '../http/values.ts';
import type { Deployment, Project } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import type { World } from '../world/world.ts';
import { deploymentCost, publishedDeployment, startDeployment, unpublish } from './deployment.ts';
import { getRebuildStatus, rebuildProject } from './rebuild.ts';

const DEPLOYMENTS = '/projects/:projectId/deployments';
const REBUILD = '/projects/:projectId/rebuild';

/** Deploy to production, its status and its end; rebuilding the preview. */
export const DEPLOYMENT_OPERATIONS: Operation[] = [
  {
    name: 'deployProject',
    method: 'POST',
    path: `${DEPLOYMENTS}/deploy`,
    cost: 'credits',
    handle: deployProject,
  },
  {
    name: 'getDeploymentStatus',
    method: 'GET',
    path: `${DEPLOYMENTS}/status`,
    cost: 'free',
    handle: getDeploymentStatus,
  },
  {
    name: 'unpublishProject',
    method: 'POST',
    path: `${DEPLOYMENTS}/unpublish`,
    cost: 'free',
    knownFrom: 'notes',
    handle: unpublishProject,
  },
  {
    name: 'rebuildProject',
    method: 'POST',
    path: REBUILD,
    cost: 'credits',
    knownFrom: 'client',
    handle: rebuildProject,
  },
  {
    name: 'getRebuildStatus',
    method: 'GET',
    path: `${REBUILD}/status`,
    cost: 'free',
    knownFrom: 'client',
    handle: getRebuildStatus,
  },
];

function deployProject(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  requireNothingInTheWay(project, 'deploy');
  requireServer(world, project);
  requireRespondingApp(world, project);
  requireConfirmedDestruction(call, project);
  requireCredits(world, deploymentCost(project), 'a deployment', project);
  startDeployment(world, project);
  const message = 'Deploying. A deploy takes 2 to 5 minutes; ask for its status every 10 to 15 s.';
  return { data: { projectId: project.projectId, status: 'deploying', message } };
}

/** The reference names `confirmDestructive` and shows no refusal without it: code and words are a guess. */
function requireConfirmedDestruction({ body }: Call, project: Project): void {
  if (project.engine === 'legacy' || project.destroysOnDeploy.length === 0) return;
  if (isRecord(body) && body.confirmDestructive === true) {
    project.destroysOnDeploy = [];
    return;
  }
  const what = project.destroysOnDeploy.join(', ');
  refuse(409, 'DESTRUCTIVE_CHANGES', `This deployment drops ${what}. Send confirmDestructive to go on`);
}

/** 409 while the app behind an active server is still starting (wait), or broken (only a prompt helps). */
function requireRespondingApp(world: World, project: Project): void {
  const starting = world.clock.now() < project.appRespondsFrom;
  if (!starting && !project.appBroken) return;
  const reason = starting ? 'starting' : 'app_error';
  refuse(409, 'SANDBOX_NOT_REACHABLE', 'The app does not answer', { reason });
}

function getDeploymentStatus(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  const last = shownDeployment(world, project);
  if (last === undefined) return { data: { status: null, createdAt: null } };
  const common = { status: last.status, createdAt: iso(last.createdAt) };
  if (project.engine === 'legacy') return { data: { ...common, versionId: last.versionId } };
  const liveUrl = `https://${project.projectId}.${world.productionDomain}`;
  return {
    data: {
      ...common,
      deploymentId: last.id,
      step: last.step,
      ...(last.status === 'success' && { liveUrl }),
    },
  };
}

/** The last deployment, or for as long as the status lags behind a start the one before it. */
function shownDeployment(world: World, project: Project): Deployment | undefined {
  const last = project.deployments.at(-1);
  const lags = last !== undefined && world.clock.now() < last.askedAt + world.assumptions.statusLagMs;
  return lags ? project.deployments.at(-2) : last;
}

function unpublishProject(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  requireNothingInTheWay(project, 'delete');
  if (publishedDeployment(project) === undefined)
    refuse(404, 'NO_DEPLOYMENT', 'The project is not published');
  unpublish(world, project);
  return { data: { message: 'The site, its snapshot and its domains are gone' } };
}
