import * as z from 'zod/mini';

/** A text that may be missing or null: the service omits fields where another response has null. */
export const openText = z.nullish(z.string());
/** A number of credits, cents or units; beyond this one sums are no longer exact. */
export const amount = z
  .number()
  .check(z.minimum(Number.MIN_SAFE_INTEGER), z.maximum(Number.MAX_SAFE_INTEGER));
export const openNumber = z.nullish(amount);
/** An amount: null = there is none, or it was not read. */
export const nullableAmount = z.nullable(amount);
/** A credit cap: null = none. */
export const cap = z.nullable(amount);

/** Number of entries of a parsed list that could not be read. */
const unread = new WeakMap<readonly unknown[], number>();

/** A list whose entries are parsed one by one: unreadable ones are left out, and counted by `unreadIn`. */
export function listOf<T extends z.ZodMiniType>(entry: T) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((entries: unknown[]): z.output<T>[] => {
      const parsed = entries.map((one) => entry.safeParse(one));
      const good = parsed.flatMap(({ success, data }) => (success ? [data] : []));
      unread.set(good, parsed.length - good.length);
      return good;
    }),
  );
}

/** Number of entries of a {@link listOf} list that could not be read; the response did contain them. */
export const unreadIn = (list: readonly unknown[]): number => unread.get(list) ?? 0;

/** A map whose values are parsed one by one: an unreadable one is left out. */
export function mapOf<T extends z.ZodMiniType>(value: T) {
  return z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((values: Record<string, unknown>): Record<string, z.output<T>> => {
      const good: Record<string, z.output<T>> = {};
      for (const [name, one] of Object.entries(values)) {
        const { success, data } = value.safeParse(one);
        if (success) good[name] = data;
      }
      return good;
    }),
  );
}
