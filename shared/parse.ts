import type * as z from 'zod/mini';

/** `value` parsed by its schema, without unknown fields; null when it does not match. */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> | null {
  const read = schema.safeParse(value);
  return read.success ? read.data : null;
}

/** The entries of a list that match, each on its own; empty for anything that is not a list. */
export function parseEach<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S>[] {
  return Array.isArray(value) ? value.flatMap((one) => parse(schema, one) ?? []) : [];
}

/** A text without its percent-encoding; as it is where that is damaged. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a value is an object with named fields: not null, and no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
