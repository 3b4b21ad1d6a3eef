/** The part of a cap from which its bar is drawn as a warning: the service warns at it too. */
export const NEAR = 0.8;

/** How much of a cap is used, drawn: grey until it is near. Nothing where either number is missing. */
export function UsedBar({ used, cap }: { used: number | null; cap: number | null }) {
  if (used === null || cap === null) return null;
  const part = cap === 0 ? 1 : used / cap;
  return (
    <span class="used-bar" aria-hidden="true">
      <i
        class={part >= 1 ? 'full' : part >= NEAR ? 'near' : undefined}
        style={{ width: `${Math.min(100, part * 100)}%` }}
      />
    </span>
  );
}
