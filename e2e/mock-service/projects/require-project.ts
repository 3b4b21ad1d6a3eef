import { type Call, param } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import type { Project } from '../world/project.ts';

/** The project that the path names, or 404. */
export function requireProject(call: Call): Project {
  const found = call.world.projects.get(param(call, 'projectId'));
  return found ?? refuse(404, 'PROJECT_NOT_FOUND', 'There is no such project in this account');
}
