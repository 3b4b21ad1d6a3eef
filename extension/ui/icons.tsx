import type { JSX } from 'preact';

/** The 18 px icons of rows. Each has a shape of its own, so that color is never the only sign. */
export type GlyphName =
  | 'critical'
  | 'warning'
  | 'note'
  | 'running'
  | 'done'
  | 'failed'
  | 'stopped'
  | 'seen'
  | 'unknown'
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
  unknown: (
    <circle
      cx="9"
      cy="9"
      r="7"
      stroke="var(--soft)"
      stroke-width="1.6"
      stroke-dasharray="2.2 2.2"
      fill="none"
    />
  ),
  off: (
    <path
      d="M9.3 1.8c.5 2.2-.4 3.5-1.6 4.9M5.6 9C4.6 10.2 4 11.2 4 12.5 4 15 6.2 16.5 9 16.500c1.8 0 3.3-.6 4.2-1.700M14 11.500c-.2-1.7-1-2.9-1.9-4-.2.6-.4 1-.8 1.300M2.5 2.500l13 13"
      stroke="var(--soft)"
      stroke-width="1.7"
      {...STROKED}
    />
  ),
};

/** @param progress 0 to 1 of the ring of running work */
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

/** The 18 px icons on buttons; always with an accessible name. */
export type IconName =
  | 'console'
  | 'history'
  | 'table'
  | 'options'
  | 'eye'
  | 'eye-off'
  | 'refresh'
  | 'back'
  | 'forward'
  | 'arrow'
  | 'chevron'
  | 'cross'
  | 'bell-off'
  | 'dots'
  | 'out';

const PATHS: Record<IconName, string> = {
  console: 'M2 3.500h14v11H2zM2 6.500h14M7 6.500v8',
  history: 'M2.2 7.2A7 7 0 1 1 2 9M2 3.500v3.700h3.700M9 5v4.300l2.8 1.7',
  table: 'M2 3.500h14v11H2zM2 7.200h14M7 3.500v11',
  options: 'M2 5h7M13 5h3M2 13h3M9 13h7M11 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 15a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  eye: 'M1.5 9S4 3.8 9 3.8 16.5 9 16.5 9 14 14.2 9 14.2 1.5 9 1.5 9zM9 11.200a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400z',
  'eye-off':
    'M7 4c.6-.1 1.3-.2 2-.2 5 0 7.5 5.2 7.5 5.200s-.7 1.5-2.2 2.900M11.8 13.600c-.8.4-1.8.6-2.8.600C4 14.2 1.5 9 1.5 9s.9-1.9 2.8-3.400M2.5 2.500l13 13',
  refresh: 'M15.5 9a6.5 6.5 0 1 1-1.9-4.600L15.5 6.300M15.5 2.500v3.800h-3.8',
  back: 'M11 3.5 5.5 9l5.5 5.5',
  forward: 'm7 5 4 4-4 4',
  arrow: 'M3.5 9h11M10 4.5 14.5 9 10 13.5',
  chevron: 'M4.5 7 9 11.5 13.5 7',
  cross: 'm5 5 8 8M13 5l-8 8',
  'bell-off': 'M4 13h10M5.5 13V8a3.5 3.5 0 0 1 7 0v5M7.8 15.500h2.400M2.5 2.500l13 13',
  dots: 'M4 9h.01M9 9h.01M14 9h.01',
  out: 'M5 13 13 5M6.5 5H13v6.500',
};

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The large flame on otherwise empty pages: lit, or not. */
export function Flame({ lit }: { lit: boolean }) {
  return (
    <svg class="flame" width="40" height="40" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d="M8.2 1c.5 2.5-.7 3.8-2.2 5.500C4.5 8.2 3.2 9.7 3.2 11.500c0 2.5 2.1 4 4.8 4s4.8-1.6 4.8-4.200c0-2.1-1-3.5-1.9-4.6-.3.9-.6 1.4-1.3 1.8.4-2.8-.1-5.5-1.4-7.500z"
        fill={lit ? 'var(--flame)' : 'none'}
        stroke={lit ? 'none' : 'var(--edge)'}
        stroke-width="0.8"
        stroke-linejoin="round"
      />
      {!lit && <path d="M2.5 3 14 15" stroke="var(--edge)" stroke-width="1" stroke-linecap="round" />}
    </svg>
  );
}
