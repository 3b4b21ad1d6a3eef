/** The flame, large, where a page has nothing else to show: lit, or not. */
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
