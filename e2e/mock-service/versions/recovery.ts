import { iso, MINUTE_MS } from '../clock/calendar.ts';
import { logDevelopment } from '../world/development-log.ts';
import type { Project, Version } from '../world/project.ts';
import { addVersion } from '../world/version.ts';
import type { World } from '../world/world.ts';

/** The marker disappears after this time, whatever the outcome. */
const MARKER_EXPIRES_MS = 10 * MINUTE_MS;
const IMPORT_EXPIRES_MS = 30 * MINUTE_MS;

export interface RecoveryPlan {
  durationMs?: number;
  outcome?: 'success' | 'error';
  startedAgoMs?: number;
}

/** Brings a version back; the marker shows that it is under way, or that it failed. */
export function startRecovery(
  world: World,
  project: Project,
  version: Version,
  plan: RecoveryPlan = {},
): void {
  const outcome = plan.outcome ?? world.outcomes.recoveries.shift() ?? 'success';
  const durationMs = plan.durationMs ?? world.random.between(...world.durations.recoveryMs);
  const startedAt = world.clock.now() - (plan.startedAgoMs ?? 0);
  const marker = { status: 'recovering' as const, versionId: version.id, startedAt };
  project.recovery = marker;
  world.counters.effects.recoveries += 1;
  logDevelopment(world, project, `Recovering ${version.name}`);
  world.clock.after(durationMs, () => {
    if (project.recovery !== marker) return;
    if (outcome === 'error') {
      const errorMessage = 'The version could not be restored';
      project.recovery = { ...marker, status: 'error', errorMessage };
      return;
    }
    project.recovery = null;
    project.lastModifiedAt = world.clock.now();
    if (!world.assumptions.recoveryMakesVersion) return;
    const of = version.prompt === undefined ? {} : { prompt: version.prompt };
    addVersion(world, project, { ...of, recoveredVersionId: version.id });
  });
}

/** `versionRecovery` of Get Project: null when all is well, and again after a while. */
export function versionRecoveryOf(world: World, { recovery }: Project) {
  if (recovery === null || world.clock.now() >= recovery.startedAt + MARKER_EXPIRES_MS) return null;
  return { ...recovery, startedAt: iso(recovery.startedAt) };
}

/** `importInProgress` of Get Project: null without an import, and half an hour after its start anyway. */
export function importOf(world: World, project: Project) {
  const going = project.import;
  if (going === null || world.clock.now() >= going.startedAt + IMPORT_EXPIRES_MS) return null;
  return { ...going, startedAt: iso(going.startedAt) };
}
