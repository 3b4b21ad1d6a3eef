import type { CapOverride } from '../edge-api/guards.ts';

type Layer = CapOverride['layers'][number];

/** A project's development cap as it counts now. Credits; a `cap` of null is no cap. */
export type EffectiveLimit =
  /** The owner's own value. */
  | { kind: 'own'; cap: number | null }
  /** A guard has laid `cap` over the owner's `own`. `covers`: a raise below the budget of a run. */
  | { kind: 'laid'; cap: number; own: number | null; by: Layer; covers: Layer | null }
  /** Something was laid, and somebody has set another cap since: theirs counts and stays. */
  | { kind: 'changed'; cap: number | null; own: number | null };

/**
 * Which cap counts, where it is from, until when, and by whom. The one place that says so: no view compares caps by itself.
 * @param read the cap as the service last told it; undefined when it was not read
 * @param override what the edge says to have laid over it
 */
export function effectiveLimit(
  read: number | null | undefined,
  override: CapOverride | null,
): EffectiveLimit {
  const [by, covers] = override?.layers ?? [];
  if (override === null || by === undefined)
    return { kind: 'own', cap: read === undefined ? (override?.own ?? null) : read };
  if (read === undefined || read === override.cap)
    return { kind: 'laid', cap: override.cap, own: override.own, by, covers: covers ?? null };
  // Recorded and not set yet, or put back a moment ago.
  if (read === override.own) return { kind: 'own', cap: read };
  return { kind: 'changed', cap: read, own: override.own };
}

/** The value that forms edit: the owner's, whatever is laid over it. */
export function ownersCap(limit: EffectiveLimit): number | null {
  return limit.kind === 'laid' ? limit.own : limit.cap;
}
