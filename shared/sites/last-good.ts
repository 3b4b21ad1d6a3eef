import type { VersionRecord } from '../builder-api/publishing.ts';
import { parseInstant } from '../time.ts';
import type { ProjectSite, SiteLook } from './site.ts';

type Version = Pick<VersionRecord, '_id' | 'createdAt'>;

/** `look`: the last, at a version that was deployed; null: nobody has looked, or the version was marked. */
export interface LastGood {
  versionId: string;
  madeAt: number;
  look: SiteLook | null;
}

/**
 * The newest version that was marked, or that visitors got and nothing speaks against; of a deployment that
 * names none, the newest when it began, unless one was being restored. Null: not known, or the newest of all.
 */
export function lastGoodOf(versions: readonly Version[], site: ProjectSite): LastGood | null {
  const made = versions.flatMap(({ _id, createdAt }) => {
    const madeAt = parseInstant(createdAt);
    return madeAt === null ? [] : [{ versionId: _id, madeAt }];
  });
  const sorted = made.toSorted((one, other) => other.madeAt - one.madeAt);
  const live = site.deployments.flatMap(({ at, versionId, isUnsure, look }): LastGood[] => {
    if (look !== null && look.what !== 'answers') return [];
    const published =
      versionId == null
        ? isUnsure === true
          ? undefined
          : sorted.find(({ madeAt }) => madeAt <= at)
        : made.find((one) => one.versionId === versionId);
    return published === undefined ? [] : [{ ...published, look }];
  });
  const marks = new Set(site.marks?.map(({ versionId }) => versionId));
  const marked = made
    .filter((one) => marks.has(one.versionId))
    .map((one): LastGood => ({ ...one, look: null }));
  const [good] = [...live, ...marked].toSorted((one, other) => other.madeAt - one.madeAt);
  return good === undefined || good.versionId === sorted[0]?.versionId ? null : good;
}
