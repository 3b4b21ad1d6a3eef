import * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.BaseSchema;

export type ReaderSource = {
  /** What reads by `schema`. */
  expression: (schema: z.ZodMiniType) => string;
  /** The readers that the expressions so far lean on, by their names `read0_`, `read1_`, each only on earlier ones. */
  declarations: () => Map<string, string>;
};

/**
 * Writes schemas as readers, in the words of `readers.ts`. Equal parts are written once, however many schemas have them.
 * Throws on whatever has no word there: a schema that grows must not lose a check on the way.
 */
export function readerSource(): ReaderSource {
  const names = new Map<string, string>();

  const named = (source: string): string => {
    const name = names.get(source) ?? `read${names.size}_`;
    names.set(source, name);
    return name;
  };

  function write({ $schema: _, default: first, ...schema }: JsonSchema): string {
    const read = writeOwn(schema);
    return first === undefined ? read : named(`optional(${read}, ${JSON.stringify(first)})`);
  }

  function writeOwn(schema: JsonSchema): string {
    const { anyOf, oneOf, type, ...own } = schema;
    const choices = anyOf ?? oneOf;
    if (choices) return onlyThese(own, choose(choices as JsonSchema[]));
    if (Array.isArray(type)) return onlyThese(own, choose(type.map((one) => ({ type: one }))));
    if (own.const !== undefined) return named(`among(${JSON.stringify(own.const)})`);
    if (own.enum) return named(`among(${own.enum.map((word) => JSON.stringify(word)).join(', ')})`);
    switch (type) {
      case 'string':
        return within(own, 'text', STRING_LIMITS);
      case 'number':
        return within(own, 'number', NUMBER_LIMITS);
      case 'integer':
        return within(withoutSafeLimits(own), named('where(number, Number.isSafeInteger)'), NUMBER_LIMITS);
      case 'boolean':
        return onlyThese(own, 'truth');
      case 'null':
        return onlyThese(own, named('among(null)'));
      case 'array': {
        const { items, ...limits } = own;
        return within(limits, named(`list(${write(items as JsonSchema)})`), LIST_LIMITS);
      }
      case 'object':
        return writeObject(own);
      default:
        return onlyThese(schema, 'anything');
    }
  }

  function choose(choices: JsonSchema[]): string {
    const others = choices.filter(({ type }) => type !== 'null');
    const [only] = others;
    if (only && others.length === 1 && choices.length === 2) return named(`nullable(${write(only)})`);
    return named(`either(${choices.map(write).join(', ')})`);
  }

  function writeObject({
    properties,
    required = [],
    propertyNames,
    additionalProperties,
    ...rest
  }: JsonSchema): string {
    if (!properties) {
      if (JSON.stringify(propertyNames) !== '{"type":"string"}') unwritable({ propertyNames });
      return onlyThese(rest, named(`record(${write(additionalProperties as JsonSchema)})`));
    }
    const isOpen = JSON.stringify(additionalProperties) === '{}';
    if (additionalProperties !== undefined && !isOpen) unwritable({ additionalProperties });
    const fields = (wanted: boolean) =>
      Object.entries(properties).flatMap(([name, field]) => {
        if (required.includes(name) !== wanted) return [];
        const read = write(field as JsonSchema);
        const mayMiss = !wanted && (field as JsonSchema).default === undefined;
        return `${JSON.stringify(name)}: ${mayMiss ? named(`optional(${read})`) : read}`;
      });
    const parts = [fields(true), fields(false)].map((some) => `{ ${some.join(', ')} }`);
    const read = named(`object(${parts.join(', ')})`.replace(', {  })', ')'));
    return onlyThese(rest, isOpen ? named(`open(${read})`) : read);
  }

  function within(
    limits: JsonSchema,
    read: string,
    words: Record<string, (limit: string) => string>,
  ): string {
    const tests = Object.entries(limits).map(([name, limit]) => {
      const word = words[name] ?? unwritable({ [name]: limit });
      return word(name === 'pattern' ? String(new RegExp(String(limit))) : JSON.stringify(limit));
    });
    return tests.length === 0 ? read : named(`where(${read}, (value) => ${tests.join(' && ')})`);
  }

  return {
    expression: (schema) =>
      write(z.toJSONSchema(schema, { io: 'input', target: 'draft-7', override: onlyKnown }) as JsonSchema),
    declarations: () => new Map([...names].map(([source, name]) => [name, `/* @__PURE__ */ ${source}`])),
  };
}

/** JSON Schema passes over what it can't say, as a transformation: what is not listed here is refused. */
const KNOWN_TYPES: ReadonlySet<string> = new Set<z.core.$ZodTypeDef['type']>([
  'array',
  'boolean',
  'default',
  'enum',
  'literal',
  'null',
  'nullable',
  'number',
  'object',
  'optional',
  'record',
  'string',
  'union',
  'unknown',
]);
const KNOWN_CHECKS: ReadonlySet<string> = new Set([
  'greater_than',
  'less_than',
  'max_length',
  'min_length',
  'number_format',
  'string_format',
]);

function onlyKnown({ zodSchema }: { zodSchema: z.core.$ZodTypes }): void {
  const { type, checks = [] } = zodSchema._zod.def;
  if (!KNOWN_TYPES.has(type)) unwritable({ type });
  for (const { _zod } of checks) if (!KNOWN_CHECKS.has(_zod.def.check)) unwritable(_zod.def);
}

const STRING_LIMITS = {
  minLength: (limit: string) => `value.length >= ${limit}`,
  maxLength: (limit: string) => `value.length <= ${limit}`,
  pattern: (limit: string) => `${limit}.test(value)`,
};
const NUMBER_LIMITS = {
  minimum: (limit: string) => `value >= ${limit}`,
  maximum: (limit: string) => `value <= ${limit}`,
  exclusiveMinimum: (limit: string) => `value > ${limit}`,
  exclusiveMaximum: (limit: string) => `value < ${limit}`,
};
const LIST_LIMITS = {
  minItems: (limit: string) => `value.length >= ${limit}`,
  maxItems: (limit: string) => `value.length <= ${limit}`,
};

/** Without the limits that every safe whole number keeps. */
function withoutSafeLimits(limits: JsonSchema): JsonSchema {
  const { minimum, maximum, ...others } = limits;
  return {
    ...others,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  };
}

/** `source`, unless the schema says more than was read of it. */
function onlyThese(rest: JsonSchema, source: string): string {
  return Object.keys(rest).length === 0 ? source : unwritable(rest);
}

function unwritable(what: object): never {
  throw new Error(`readers.ts has no word for ${JSON.stringify(what)}`);
}
