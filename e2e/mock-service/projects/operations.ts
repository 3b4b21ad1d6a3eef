import type { Answer, Call, Operation } from '../http/operation.ts';
import { requireProject } from '../world/require-project.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { listProjects } from './list-projects.ts';
import { updateProject } from './update-project.ts';
import { fullProject } from './view.ts';

/** Service reference, List Projects and Create Project; Get, Update and Delete Project. */
export const PROJECT_OPERATIONS: Operation[] = [
  { name: 'listProjects', method: 'GET', path: '/projects', cost: 'free', handle: listProjects },
  { name: 'createProject', method: 'POST', path: '/projects', cost: 'credits', handle: createProject },
  { name: 'getProject', method: 'GET', path: '/projects/:projectId', cost: 'free', handle: getProject },
  {
    name: 'updateProject',
    method: 'PATCH',
    path: '/projects/:projectId',
    cost: 'free',
    handle: updateProject,
  },
  {
    name: 'deleteProject',
    method: 'DELETE',
    path: '/projects/:projectId',
    cost: 'free',
    handle: deleteProject,
  },
];

/** The service repeats its last response for a few seconds; how long is an option here. */
function getProject(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  const cached = world.projectCache.get(project.projectId);
  if (cached !== undefined && cached.until > world.clock.now()) return { data: cached.answer };
  const response = structuredClone(fullProject(world, project));
  if (world.projectCacheMs > 0) {
    world.projectCache.set(project.projectId, {
      until: world.clock.now() + world.projectCacheMs,
      answer: response,
    });
  }
  return { data: response };
}
