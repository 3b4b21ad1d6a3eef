/**
 * How long to wait before the next try after failures in a row: `firstMs`, doubled with each further failure, at most `maxMs`.
 * @param failures from 1
 */
export const backoffMs = (failures: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
