import { emitEvent } from '../events/emit.ts';
import { logDevelopment } from '../world/development-log.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';

/** The server becomes `Active` after the duration of a start; its app may respond later still. */
export function startServer(
  world: World,
  project: Project,
  through: 'Starting' | 'Unarchiving' | 'Creating',
): void {
  const asleep = project.serverStatus === 'Archived';
  project.serverStatus = through;
  logDevelopment(world, project, 'Starting the development server');
  world.clock.after(world.random.between(...world.durations.serverStartMs), () => {
    if (project.serverStatus !== through) return;
    project.serverStatus = 'Active';
    project.appRespondsFrom = world.clock.now() + world.random.between(...world.durations.appStartMs);
    logDevelopment(world, project, 'The development server is ready');
    for (const task of project.onServerUp.splice(0)) task();
    if (!asleep) return;
    emitEvent(world, 'project.lifecycle.state_changed', {
      projectId: project.projectId,
      to: 'awake',
      at: world.clock.now(),
      reason: 'request',
      nextStep: null,
    });
  });
}

/** Runs `task` now, or as soon as the server is up. */
export function whenServerIsUp(project: Project, task: () => void): void {
  if (project.serverStatus === 'Active') task();
  else project.onServerUp.push(task);
}
