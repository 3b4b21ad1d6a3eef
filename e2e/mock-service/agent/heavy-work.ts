import type { Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';
import { currentRun } from './run.ts';
import { startServer } from './server.ts';

/** 403 for a key that is restricted to other projects. */
export function requireAllowed({ key }: Call, project: Project): void {
  if (key.projectIds === undefined || key.projectIds.includes(project.projectId)) return;
  refuse(403, 'PROJECT_NOT_ALLOWED', 'This key may not work on this project');
}

/** Only one heavy operation runs per project at a time. */
export function requireNothingRunning(project: Project): void {
  if (currentRun(project)) refuse(409, 'AGENT_RUNNING', 'The agent is running on this project');
  if (project.deployments.at(-1)?.status === 'deploying') {
    refuse(409, 'DEPLOYMENT_RUNNING', 'A deployment of this project is running');
  }
  if (project.recovering) refuse(409, 'RECOVERY_RUNNING', 'A version of this project is being recovered');
}

/** A project whose server sleeps is woken by being asked; the caller tries again when it is `Active`. */
export function requireServer(world: World, project: Project): void {
  if (project.serverStatus === 'Active') return;
  if (project.serverStatus === 'Archived') startServer(world, project, 'Unarchiving');
  refuse(409, 'SERVER_NOT_READY', 'The server is being started; try again when it is Active');
}
