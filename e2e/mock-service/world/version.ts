import type { Project, Version } from './project.ts';
import type { World } from './world.ts';

const LONGEST_NAME = 60;

/** Keeps the project's code as it is now under a new version. */
export function addVersion(
  world: World,
  project: Project,
  of: { prompt?: string; recoveredVersionId?: string; createdAt?: number },
): Version {
  const at = of.createdAt ?? world.clock.now();
  const number = project.versions.length + 1;
  const what = of.prompt ?? `Recover ${of.recoveredVersionId ?? 'a version'}`;
  const version: Version = {
    id: world.random.hex(24),
    name: `Version ${number}`,
    commitSha: world.random.hex(40),
    commitMessage: what.slice(0, LONGEST_NAME),
    ...(of.prompt !== undefined && { prompt: of.prompt }),
    ...(of.recoveredVersionId !== undefined && { recoveredVersionId: of.recoveredVersionId }),
    createdAt: at,
    updatedAt: at,
  };
  project.versions.push(version);
  return version;
}
