import type * as z from 'zod/mini';

interface Definition {
  type: string;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
  options?: readonly z.ZodMiniType[];
  shape?: Record<string, z.ZodMiniType>;
  catchall?: z.ZodMiniType;
}

/**
 * Every option of a request that its schema names, as a path: `files.url`, and `features.*.enabled` below names of the app's or
 * user's own. What is below itself (tables in tables) is listed once.
 */
export function optionsOf(schema: z.ZodMiniType | null): string[] {
  const found = new Set<string>();
  const walk = (of: z.ZodMiniType | undefined, path: readonly string[]): void => {
    if (of === undefined) return;
    const { innerType, element, valueType, options = [], shape = {}, catchall } = of._zod.def as Definition;
    for (const [name, value] of Object.entries(shape)) {
      found.add([...path, name].join('.'));
      walk(value, [...path, name]);
    }
    for (const inner of [innerType, element, ...options]) walk(inner, path);
    for (const inner of [valueType, catchall]) if (!path.includes('*')) walk(inner, [...path, '*']);
  };
  if (schema !== null) walk(schema, []);
  return [...found];
}
