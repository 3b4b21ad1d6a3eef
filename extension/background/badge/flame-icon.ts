import type { FlameLook } from './badge.ts';

/** Where each look of the toolbar flame lies, in the sizes that browsers ask for; the drawings are in `assets/looks`. */
export function flameIcon(look: FlameLook): Record<number, string> {
  const lit = look === 'calm' || look === 'count';
  const file = (px: number) => (lit ? `/icons/${px}.png` : `/flame/${look}-${px}.png`);
  return { 16: file(16), 32: file(32) };
}
