/** Share of a cap from which its bar is a warning, like the service's own. */
export const NEAR = 0.8;

/** The share of a cap that is used: 1 at a cap of zero, and less than any without a cap. */
export const usedPart = ({ used, cap }: { used: number; cap: number | null }): number =>
  cap === null ? -1 : cap === 0 ? 1 : used / cap;

/**
 * Usage of a cap as a bar: grey until it is near. Nothing if either number is missing.
 * @param isNeed whether it is what a month will need instead: a cap that has it is no warning, also where it was rounded
 */
export function UsedBar({
  used,
  cap,
  isNeed = false,
}: {
  used: number | null;
  cap: number | null;
  isNeed?: boolean;
}) {
  if (used === null || cap === null) return null;
  const part = usedPart({ used, cap });
  return (
    <span class="used-bar" aria-hidden="true">
      <i
        class={
          isNeed
            ? used - cap >= 1
              ? 'near'
              : undefined
            : part >= 1
              ? 'full'
              : part >= NEAR
                ? 'near'
                : undefined
        }
        style={{ width: `${Math.min(100, part * 100)}%` }}
      />
    </span>
  );
}
