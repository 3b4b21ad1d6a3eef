import { cancelBatch, isBatchActive } from '../agent/batch.ts';
import { requireAllowed, requireNothingInTheWay } from '../agent/exclusions.ts';
import { currentRun } from '../agent/run.ts';
import { publishedDeployment, unpublish } from '../deployments/deployment.ts';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { requireProject } from '../world/require-project.ts';

/** DELETE `/projects/:projectId`: final. Unpublishes the project first; when that fails, deletes nothing. */
export function deleteProject(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  if (project.plan !== 'api')
    refuse(400, 'PLAN_NOT_API', 'Only a project of the api plan can be deleted here');
  requireNothingInTheWay(project, 'delete');
  if (publishedDeployment(project) !== undefined) unpublish(world, project);
  for (const cancel of currentRun(project)?.scheduled ?? []) cancel();
  if (project.batch !== null && isBatchActive(project)) cancelBatch(world, project.batch);
  world.projects.delete(project.projectId);
  world.projectCache.delete(project.projectId);
  return { data: { success: true } };
}
