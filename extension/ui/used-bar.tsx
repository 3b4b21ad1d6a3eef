/** Share of a cap from which its bar is a warning, like the service's own. */
export const NEAR = 0.8;

/** Usage of a cap as a bar: grey until it is near. Nothing if either number is missing. */
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
