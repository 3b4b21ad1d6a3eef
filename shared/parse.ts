import type * as z from 'zod/mini';

/** `value` as its schema reads it: what the schema does not name is left out. Null when it does not fit. */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> | null {
  const read = schema.safeParse(value);
  return read.success ? read.data : null;
}

/** The entries of a list that fit, one by one: an odd one takes no other with it. Anything but a list has none. */
export function parseEach<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S>[] {
  return Array.isArray(value) ? value.flatMap((one) => parse(schema, one) ?? []) : [];
}
