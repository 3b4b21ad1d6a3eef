import { expect } from '@playwright/test';

export async function timed<T>(act: () => Promise<T>): Promise<{ value: T; tookMs: number }> {
  const began = performance.now();
  const value = await act();
  return { value, tookMs: performance.now() - began };
}

/** Longest time to read a page of any size (`WHOLE_MAX_MS` in `extension/capture/capture-document.ts`). */
const READING_MAX_MS = 2_500;
/** Handing over a large page may take as long as reading one may, plus the time of this many short pages. */
const TIMES_A_SHORT_PAGE = 40;

/**
 * Expects that a page was read within its time. The rest takes as long as the machine needs, which reading a
 * short page just before has measured.
 */
export function expectBounded(what: string, tookMs: number, shortMs: number): void {
  console.log(`${what}: ${Math.round(tookMs)} ms, a short page ${Math.round(shortMs)} ms`);
  expect(tookMs, what).toBeLessThan(2 * READING_MAX_MS + TIMES_A_SHORT_PAGE * shortMs);
}
