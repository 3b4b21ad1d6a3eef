import fc from 'fast-check';
import * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Values that are of a schema's form, for tests. */
export function validValue(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  return of(z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }) as JsonSchema);
}

function of(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map(of));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => of({ type })));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
      return fc.string({
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 12, 110),
      });
    case 'integer':
      return fc.nat();
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(of(schema.items as JsonSchema), { maxLength: 2 });
    case 'object':
      return schema.properties
        ? ofObject(schema)
        : fc.dictionary(fc.string(), of(schema.additionalProperties as JsonSchema), { maxKeys: 2 });
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function ofObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => [name, of(field as JsonSchema)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

function numberOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<number> {
  if (minimum === undefined && exclusiveMinimum === undefined) {
    return fc.oneof(fc.nat(), fc.double({ noNaN: true }));
  }
  return fc.integer({ min: minimum ?? 1, max: Math.min(maximum ?? 1e9, 1e9) });
}
