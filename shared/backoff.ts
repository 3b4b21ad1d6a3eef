/**
 * Wait before the next try: `firstMs`, doubled with each further failure in a row, at most `maxMs`.
 * @param failures from 1
 */
export const backoffMs = (failures: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
