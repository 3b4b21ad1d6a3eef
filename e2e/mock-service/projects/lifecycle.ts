import { iso } from '../clock/calendar.ts';
import { emitEvent } from '../events/emit.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';

/** Pauses or resumes the published app, and emits the event. */
export function setPaused(world: World, project: Project, paused: boolean): void {
  if ((project.pausedAt !== null) === paused) return;
  const now = world.clock.now();
  const pausedAt = project.pausedAt ?? now;
  project.pausedAt = paused ? now : null;
  emitEvent(world, paused ? 'project.paused' : 'project.resumed', {
    projectId: project.projectId,
    state: paused ? 'paused' : 'active',
    pausedAt: iso(pausedAt),
    resumable: true,
    at: now,
  });
}

/** After inactivity a project goes to sleep: its server is archived until something asks for it. */
export function fallAsleep(world: World, project: Project): void {
  project.serverStatus = 'Archived';
  emitEvent(world, 'project.lifecycle.state_changed', {
    projectId: project.projectId,
    to: 'asleep',
    at: world.clock.now(),
    reason: 'inactivity',
    nextStep: 'It wakes when it is asked for',
  });
}
