/** Credits rounded to hundredths, so that floating point gives the same amounts the same sum in any order. */
export const inCents = (credits: number): number => Math.round(credits * 100) / 100;

/** Most credits that a cap, a guard or a browser's limit may be set to. */
export const CREDITS_MAX = 1_000_000;
