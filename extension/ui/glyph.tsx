import type { JSX } from 'preact';

/** The 18 px signs of rows. Each has a shape of its own: colour never says it alone. */
export type GlyphName =
  | 'critical'
  | 'warning'
  | 'note'
  | 'running'
  | 'done'
  | 'failed'
  | 'stopped'
  | 'seen'
  | 'off';

const STROKED = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const;
const OCTAGON = 'M5.7 1h6.6L17 5.7v6.6L12.3 17H5.7L1 12.3V5.7z';
const TRIANGLE = 'M9 2 16.5 15.5h-15z';

const SHAPES: Record<Exclude<GlyphName, 'running'>, JSX.Element> = {
  critical: (
    <>
      <path d={OCTAGON} fill="var(--critical)" />
      <path d="M9 4.8v4.8M9 12.9v.1" stroke="var(--paper)" stroke-width="2" stroke-linecap="round" />
    </>
  ),
  warning: (
    <>
      <path
        d={TRIANGLE}
        fill="var(--warning)"
        stroke="var(--warning)"
        stroke-width="1.6"
        stroke-linejoin="round"
      />
      <path d="M9 6.8v3.8M9 13.2v.1" stroke="var(--paper)" stroke-width="1.8" stroke-linecap="round" />
    </>
  ),
  note: (
    <>
      <circle cx="9" cy="9" r="8" fill="var(--running)" />
      <path d="M9 8.4v4.4M9 5.2v.1" stroke="var(--paper)" stroke-width="2" stroke-linecap="round" />
    </>
  ),
  done: <path d="m4 9.5 3.5 3.5L14 5.8" stroke="var(--good)" stroke-width="2" {...STROKED} />,
  failed: <path d="m5 5 8 8M13 5l-8 8" stroke="var(--critical)" stroke-width="2" {...STROKED} />,
  stopped: (
    <rect x="5" y="5" width="8" height="8" rx="1.5" stroke="var(--soft)" stroke-width="1.8" {...STROKED} />
  ),
  seen: <circle cx="9" cy="9" r="6.6" stroke="var(--soft)" stroke-width="1.6" {...STROKED} />,
  off: (
    <path
      d="M9.3 1.8c.5 2.2-.4 3.5-1.6 4.9M5.6 9C4.6 10.2 4 11.2 4 12.5 4 15 6.2 16.5 9 16.500c1.8 0 3.3-.6 4.2-1.700M14 11.500c-.2-1.7-1-2.9-1.9-4-.2.6-.4 1-.8 1.300M2.5 2.500l13 13"
      stroke="var(--soft)"
      stroke-width="1.7"
      {...STROKED}
    />
  ),
};

/** @param progress 0 to 1 of the ring of something running */
export function Glyph({ name, progress = 0.25 }: { name: GlyphName; progress?: number }) {
  return (
    <svg class="glyph" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      {name === 'running' ? <Ring progress={progress} /> : SHAPES[name]}
    </svg>
  );
}

function Ring({ progress }: { progress: number }) {
  const length = 2 * Math.PI * 7;
  const shown = Math.min(1, Math.max(0.06, progress)) * length;
  return (
    <g fill="none" stroke-width="2.5">
      <circle cx="9" cy="9" r="7" stroke="var(--line)" />
      <circle
        cx="9"
        cy="9"
        r="7"
        stroke="var(--running)"
        stroke-linecap="round"
        stroke-dasharray={`${shown} ${length}`}
        transform="rotate(-90 9 9)"
      />
    </g>
  );
}
