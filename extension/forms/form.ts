import type * as z from 'zod/mini';

/**
 * Reads data from outside: what it carries beyond its form is left out, what it leaves out is as its form says.
 * Answers null when it is not of this form.
 */
export type Form<T> = {
  (value: unknown): T | null;
  /** What it was made of, for the build; what the build writes has none. */
  schema?: z.ZodMiniType;
};

/** A form that checks by its schema. The build puts the same check without the checking library in its place. */
export function formOf<T extends z.ZodMiniType>(schema: T): Form<z.infer<T>> {
  const form: Form<z.infer<T>> = (value) => {
    const read = schema.safeParse(value);
    return read.success ? (read.data as z.infer<T>) : null;
  };
  form.schema = schema;
  return form;
}

/** A form for each of several schemas, under its name. */
export function formsOf<S extends Record<string, z.ZodMiniType>>(schemas: S): FormsOf<S> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, formOf(schema)]),
  ) as FormsOf<S>;
}

type FormsOf<S extends Record<string, z.ZodMiniType>> = { [N in keyof S]: Form<z.infer<S[N]>> };
