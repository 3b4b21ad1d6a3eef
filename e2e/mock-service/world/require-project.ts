import { type Call, param } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import type { Project } from './project.ts';

/** The project in the path, or 404, also for another account's. */
export function requireProject(call: Call): Project {
  const projectId = param(call, 'projectId');
  if (projectId.trim() === '') refuse(400, 'MISSING_PROJECT_ID', 'The project is not named');
  const found = call.world.projects.get(projectId);
  return found ?? refuse(404, 'PROJECT_NOT_FOUND', 'There is no such project in this account');
}
