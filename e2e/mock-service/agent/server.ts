import { emitEvent } from '../events/emit.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';

/** The server becomes `Active` after the time that a start takes. */
export function startServer(
  world: World,
  project: Project,
  through: 'Starting' | 'Unarchiving' | 'Creating',
): void {
  const asleep = project.serverStatus === 'Archived';
  project.serverStatus = through;
  world.clock.after(world.random.between(...world.durations.serverStartMs), () => {
    if (project.serverStatus !== through) return;
    project.serverStatus = 'Active';
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
