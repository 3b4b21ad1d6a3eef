import * as z from 'zod/mini';
import { isKeptNumber } from '../exact-numbers.ts';
import { isRecord } from '../parse.ts';
import { checkedBy, isPropertyName } from '../request-schema.ts';
import { isAskable, isWithheld, WITHHELD_WORDS } from '../withheld.ts';

/** Values that conditions compare with. */
export type Scalar = string | number | boolean | null;

/** A condition on a property, a value or operators (data reference, Filter query syntax; gaps page). */
export type Condition =
  | Scalar
  | {
      ne?: Scalar;
      gt?: string | number;
      gte?: string | number;
      lt?: string | number;
      lte?: string | number;
      regex?: string;
      options?: string;
    };

/** Conditions that all hold; under `or` a list of alternatives. */
export type Filter = FilterPart[];
export interface FilterPart {
  or?: (FilterPart | Filter)[];
  [property: string]: Condition | (FilterPart | Filter)[] | undefined;
}

export const CONDITIONS_MAX = 200;
const DEPTH_MAX = 6;
const REGEX_MAX = 200;
const PAGE_LIMIT_MAX = 500;
const PAGE_MAX = 1_000_000;
const COMPARISONS = new Set(['gt', 'gte', 'lt', 'lte']);

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) || isKeptNumber(value);

/**
 * Describes what is wrong with a filter; null when it is valid. Only the documented grammar passes, so no
 * operator of the underlying database can be named.
 */
export function filterProblem(filter: unknown): string | null {
  let count = 0;

  function ofList(list: unknown, depth: number): string | null {
    if (!Array.isArray(list)) return 'must be a list of conditions';
    if (depth > DEPTH_MAX) return 'is nested too deeply';
    for (const part of list) {
      const problem = Array.isArray(part) ? ofList(part, depth + 1) : ofPart(part, depth);
      if (problem !== null) return problem;
    }
    return null;
  }

  function ofPart(part: unknown, depth: number): string | null {
    if (!isRecord(part)) return 'must be a list of conditions';
    for (const [name, wanted] of Object.entries(part)) {
      if (++count > CONDITIONS_MAX) return `must have at most ${CONDITIONS_MAX} conditions`;
      if (name === 'or' && Array.isArray(wanted) && wanted.length === 0)
        return 'has no alternatives under or';
      const problem = name === 'or' ? ofList(wanted, depth + 1) : ofProperty(name, wanted);
      if (problem !== null) return problem;
    }
    return null;
  }

  function ofProperty(name: string, wanted: unknown): string | null {
    if (!isPropertyName(name)) return 'names something that is no property';
    if (isWithheld(name)) return WITHHELD_WORDS;
    if (isScalar(wanted)) return null;
    if (!isRecord(wanted)) return `has no value for ${name}`;
    const operators = Object.entries(wanted);
    if (operators.length === 0) return `has no condition for ${name}`;
    for (const [operator, operand] of operators) {
      const fits =
        operator === 'ne' || operator === 'name'
          ? isScalar(operand)
          : COMPARISONS.has(operator)
            ? typeof operand === 'string' || typeof operand === 'number' || isKeptNumber(operand)
            : operator === 'regex'
              ? typeof operand === 'string' && operand.length <= REGEX_MAX
              : operator === 'options' && typeof operand === 'string' && /^[imxs]{0,4}$/.test(operand);
      if (!fits) return `has a condition on ${name} that the data backend does not know`;
    }
    return null;
  }

  return Array.isArray(filter) ? ofList(filter, 0) : ofPart(filter, 0);
}

export const filter = z
  .unknown()
  .check(
    checkedBy(filterProblem),
    z.describe(
      'a list of { property: value }, or { property: { gt, gte, lt, lte, ne, regex, options } }; or: alternatives',
    ),
  );

export const sort = z
  .record(z.string(), z.union([z.literal(1), z.literal(-1)]), 'must be a map of properties to 1 or -1')
  .check(
    checkedBy((wanted) =>
      Object.keys(wanted).every(isAskable) ? null : 'names something that is no property, or is withheld',
    ),
    z.describe('{ property: 1 } ascending, -1 descending'),
  );

const wholeNumber = (min: number, max: number) =>
  z
    .number(`must be a whole number from ${min} to ${max}`)
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= min && value <= max,
        `must be a whole number from ${min} to ${max}`,
      ),
    );

export const pagination = z
  .strictObject({
    limit: z.optional(wholeNumber(1, PAGE_LIMIT_MAX)),
    page: z.optional(wholeNumber(0, PAGE_MAX)),
  })
  .check(z.describe('limit: 1 to 500, 50 if left out; page: from 0'));

/** The body of a list request. */
export const listQuery = z.strictObject({
  filter: z.optional(filter),
  sort: z.optional(sort),
  pagination: z.optional(pagination),
  returnCount: z.optional(z.boolean('must be true or false')),
});

/**
 * A query parameter that holds JSON of a schema; stays text because it is sent on as text. Described by what
 * the schema says of itself.
 */
export const jsonText = (schema: z.ZodMiniType) =>
  z.string().check(
    z.describe(`JSON: ${z.globalRegistry.get(schema)?.description}`),
    checkedBy((text) => {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        return 'is not JSON';
      }
      const read = schema.safeParse(value);
      return read.success ? null : (read.error.issues[0]?.message ?? 'is not valid');
    }),
  );
