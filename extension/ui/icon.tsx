/** The 18 px signs on buttons; always beside a name for those who cannot see them. */
export type IconName =
  | 'history'
  | 'options'
  | 'eye'
  | 'eye-off'
  | 'refresh'
  | 'back'
  | 'chevron'
  | 'cross'
  | 'bell-off';

const PATHS: Record<IconName, string> = {
  history: 'M2.2 7.2A7 7 0 1 1 2 9M2 3.500v3.700h3.700M9 5v4.300l2.8 1.7',
  options: 'M2 5h7M13 5h3M2 13h3M9 13h7M11 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 15a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  eye: 'M1.5 9S4 3.8 9 3.8 16.5 9 16.5 9 14 14.2 9 14.2 1.5 9 1.5 9zM9 11.200a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400z',
  'eye-off':
    'M7 4c.6-.1 1.3-.2 2-.2 5 0 7.5 5.2 7.5 5.200s-.7 1.5-2.2 2.900M11.8 13.600c-.8.4-1.8.6-2.8.600C4 14.2 1.5 9 1.5 9s.9-1.9 2.8-3.400M2.5 2.500l13 13',
  refresh: 'M15.5 9a6.5 6.5 0 1 1-1.9-4.600L15.5 6.300M15.5 2.500v3.800h-3.8',
  back: 'M11 3.5 5.5 9l5.5 5.5',
  chevron: 'M4.5 7 9 11.5 13.5 7',
  cross: 'm5 5 8 8M13 5l-8 8',
  'bell-off': 'M4 13h10M5.5 13V8a3.5 3.5 0 0 1 7 0v5M7.8 15.500h2.400M2.5 2.500l13 13',
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
