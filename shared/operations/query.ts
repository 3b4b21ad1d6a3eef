import * as z from 'zod/mini';

/** A whole number written in a query, within bounds; stays a text, because that is what is sent on. */
export function wholeNumber(min: number, max: number) {
  return z.string().check(
    z.refine((text) => {
      if (!/^\d{1,15}$/.test(text)) return false;
      const value = Number(text);
      return value >= min && value <= max;
    }, `must be a whole number from ${min} to ${max}`),
  );
}
