import * as z from 'zod/mini';

/** A text that may be missing or null: the service leaves fields out where another answer has null. */
export const openText = z.nullish(z.string());
export const openNumber = z.nullish(z.number());
/** A credit cap: null = none. */
export const cap = z.nullable(z.number());
