import type { CapOverride } from '../edge-api/guards.ts';

type Layer = CapOverride['layers'][number];

/** A project's development cap as it counts now. Credits; a `cap` of null is no cap. */
export type EffectiveLimit =
  | { kind: 'own'; cap: number | null }
  /** A guard overrides the owner's `own` with `cap`. `covers`: a raise below the budget of a run. */
  | { kind: 'overridden'; cap: number; own: number | null; by: Layer; covers: Layer | null }
  /** It was overridden, and somebody has set another cap since, which counts and stays. */
  | { kind: 'changed'; cap: number | null; own: number | null };

/**
 * Which cap counts, its origin, its end, and who set it. Decided only here: no view compares caps itself.
 * @param read the cap as last read from the service; undefined when it was not read
 * @param override the edge's override
 */
export function effectiveLimit(
  read: number | null | undefined,
  override: CapOverride | null,
): EffectiveLimit {
  const [by, covers] = override?.layers ?? [];
  if (override === null || by === undefined)
    return { kind: 'own', cap: read === undefined ? (override?.own ?? null) : read };
  if (read === undefined || read === override.cap)
    return { kind: 'overridden', cap: override.cap, own: override.own, by, covers: covers ?? null };
  // Recorded and not set yet, or put back a moment ago.
  if (read === override.own) return { kind: 'own', cap: read };
  return { kind: 'changed', cap: read, own: override.own };
}

/** Whether a monthly cap is reached; null where the service does not say what is used. */
export const isCapReached = (cap: number | null, used: number | null): boolean | null =>
  cap === null ? false : used === null ? null : used >= cap;

/** The value that forms edit: the owner's, whether it is overridden or not. */
export function ownersCap(limit: EffectiveLimit): number | null {
  return limit.kind === 'overridden' ? limit.own : limit.cap;
}

/** How far this month's spending may go: with a raise now, and with the owner's cap after a lower one. */
export const highestCap = (limit: EffectiveLimit): number | null =>
  limit.kind === 'overridden' ? limit.own && Math.max(limit.cap, limit.own) : limit.cap;
