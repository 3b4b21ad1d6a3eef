import { CAP_FIELD, type Category } from '../builder-api/limits.ts';
import type { CapOverride } from '../edge-api/guards.ts';
import type { NearestCap, ProjectLimits } from '../snapshot/projects-schema.ts';
import { effectiveLimit, highestCap } from './effective-limit.ts';

/** The share of a cap that is used: 1 at a cap of zero, and less than any without a cap. */
export const usedPart = ({ used, cap }: { used: number; cap: number | null }): number =>
  cap === null ? -1 : cap === 0 ? 1 : used / cap;

/** The cap with the higher usage; without any, development spending. A run's budget is not one of them. */
export function nearestCap(
  { caps, used }: ProjectLimits,
  overrideOf: (category: Category) => CapOverride | null,
): NearestCap | null {
  if (used === null) return null;
  return (
    (Object.keys(CAP_FIELD) as Category[])
      .map((category) => {
        const limit = effectiveLimit(caps[category], overrideOf(category));
        return { category, used: used[category], cap: highestCap(limit) };
      })
      .toSorted((one, other) => usedPart(other) - usedPart(one))[0] ?? null
  );
}
