import { expect } from '@playwright/test';

export async function timed<T>(act: () => Promise<T>): Promise<{ value: T; tookMs: number }> {
  const began = performance.now();
  const value = await act();
  return { value, tookMs: performance.now() - began };
}

/** What reading a page may take at most, of whatever size (`WHOLE_MAX_MS` in `extension/capture/capture-document.ts`). */
const READING_MAX_MS = 2_500;
/** What goes with it on a large page, to hand over what was read: as long as reading at most, and longer on a slow machine. */
const TIMES_A_SHORT_PAGE = 40;

/**
 * Expects that a page was read in the time that reading has. What is beside it takes as long as the machine lets it: how long is
 * measured by a short page just before.
 */
export function expectBounded(what: string, tookMs: number, shortMs: number): void {
  console.log(`${what}: ${Math.round(tookMs)} ms, a short page ${Math.round(shortMs)} ms`);
  expect(tookMs, what).toBeLessThan(2 * READING_MAX_MS + TIMES_A_SHORT_PAGE * shortMs);
}
