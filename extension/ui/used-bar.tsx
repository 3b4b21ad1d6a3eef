import { usedPart } from '../../shared/spending/nearest-cap.ts';

/** Share of a cap from which its bar is a warning, like the service's own. */
export const NEAR = 0.8;

/**
 * Usage of a cap as a bar: grey until it is near. Nothing if either number is missing.
 * @param isNeed whether `used` is what a month will need: less than 1 above the cap is then no warning
 */
export function UsedBar({
  used,
  cap,
  isNeed = false,
  expected = null,
}: {
  used: number | null;
  cap: number | null;
  isNeed?: boolean;
  /** Where it will stand later. */
  expected?: { low: number; high: number } | null;
}) {
  if (used === null || cap === null) return null;
  const part = usedPart({ used, cap });
  const percent = (of: number) => Math.min(100, usedPart({ used: of, cap }) * 100);
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
        style={{ width: `${percent(used)}%` }}
      />
      {expected && part < 1 && (
        <i
          class="later"
          style={{
            insetInlineStart: `${Math.min(98, percent(expected.low))}%`,
            width: `${Math.max(2, percent(expected.high) - percent(expected.low))}%`,
          }}
        />
      )}
    </span>
  );
}
