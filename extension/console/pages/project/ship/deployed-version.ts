import type { DeploymentStatusRecord, VersionRecord } from '../../../../../shared/builder-api/publishing.ts';
import { deployPhaseOf } from '../../../../../shared/endings/deploy-ending.ts';
import { parseInstant } from '../../../../../shared/time.ts';

/** How many versions are newer than what visitors see; null: not live, or not among these. */
export function newerThanLive(
  versions: readonly Pick<VersionRecord, '_id' | 'createdAt'>[],
  deployment: Pick<DeploymentStatusRecord, 'status' | 'versionId' | 'createdAt'>,
): number | null {
  if (deployPhaseOf(deployment.status) !== 'live') return null;
  const live = deployedVersionOf(versions, deployment);
  const newer = versions.toSorted(newestFirst).findIndex(({ _id }) => _id === live);
  return newer < 0 ? null : newer;
}

/** Newest first. */
export const newestFirst = (
  one: Pick<VersionRecord, 'createdAt'>,
  other: Pick<VersionRecord, 'createdAt'>,
): number => (parseInstant(other.createdAt) ?? 0) - (parseInstant(one.createdAt) ?? 0);

/**
 * Version that visitors see, or will once the deployment is over: the one that it names (older engine), else
 * the newest when it began, because a deployment publishes that (service reference, Deploy to Production).
 * Null: none, or not among these.
 */
export function deployedVersionOf(
  versions: readonly Pick<VersionRecord, '_id' | 'createdAt'>[],
  { status, versionId, createdAt }: Pick<DeploymentStatusRecord, 'status' | 'versionId' | 'createdAt'>,
): string | null {
  const phase = deployPhaseOf(status);
  if (phase !== 'live' && phase !== 'deploying') return null;
  if (versionId != null) return versions.find(({ _id }) => _id === versionId)?._id ?? null;
  const deployedAt = parseInstant(createdAt);
  if (deployedAt === null) return null;
  let newest: { id: string; at: number } | null = null;
  for (const version of versions) {
    const at = parseInstant(version.createdAt);
    if (at !== null && at <= deployedAt && at > (newest?.at ?? -1)) newest = { id: version._id, at };
  }
  return newest?.id ?? null;
}
