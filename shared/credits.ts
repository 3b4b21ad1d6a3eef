/** Credits in hundredths, without what floating point adds: the same amounts in another order come to the same sum. */
export const inCents = (credits: number): number => Math.round(credits * 100) / 100;

/** Most credits that a cap, a guard or a browser's limit may be set to. */
export const CREDITS_MAX = 1_000_000;
