import { signal } from '@preact/signals';
import { type InstantMs, SECOND_MS } from '../../shared/durations.ts';

/** This browser's clock, by which ages on a page move on. */
export const browserNow = signal<InstantMs>(Date.now());

/** Moves the clock while the page is seen. */
export function runClock(): void {
  setInterval(() => {
    if (document.visibilityState === 'visible') browserNow.value = Date.now();
  }, SECOND_MS);
}
