import * as z from 'zod/mini';

/** Why a request is invalid. `code` is the service's own where it has one, else `EDGE_INVALID_REQUEST`. */
export interface RequestProblem {
  code: string;
  /** Path of the field, as `files.0.url`; empty = the whole request. */
  field: string;
  /** The problem in words for a developer; views have their own words for each code. */
  words: string;
}

export type RequestResult<T> = { ok: true; value: T } | { ok: false; problem: RequestProblem };

const SERVICE_CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;
const NO_CODE = 'EDGE_INVALID_REQUEST';

/**
 * Checks a request against its schema in the catalogue. A check whose message looks like an error code fails
 * with that code, so that a request that the service would refuse costs no round trip and reads the same.
 */
export function parseRequest<S extends z.ZodMiniType>(schema: S, value: unknown): RequestResult<z.output<S>> {
  const result = schema.safeParse(value);
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, problem: problemOf(result.error.issues) };
}

/** Reports the first of a schema's issues. */
export function problemOf([issue]: readonly z.core.$ZodIssue[]): RequestProblem {
  if (!issue) return { code: NO_CODE, field: '', words: 'is not valid' };
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const field = path.map(String).join('.').slice(0, 100);
  if (issue.code === 'unrecognized_keys')
    return { code: NO_CODE, field, words: 'is not a field of this operation' };
  return SERVICE_CODE.test(issue.message)
    ? { code: issue.message, field, words: 'is refused by the service in this form' }
    : { code: NO_CODE, field, words: issue.message.slice(0, 200) };
}

/** Fails with `code` when the value is not an object; an unknown field is reported by name. */
export function form<T extends z.core.$ZodLooseShape>(code: string, shape: T) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : code),
  });
}

/** With words for people who fill it in: a limit, a default, or what its values mean. */
export const described = <S extends z.ZodMiniType>(schema: S, words: string): S =>
  schema.check(z.describe(words)) as S;

/** A non-blank text, else `code`. */
export const required = (code: string) => z.string(code).check(matching(/\S/, code));

/**
 * The checks below use `refine`, which custom rules need anyway: zod's own length and pattern checks would
 * double the size in the Worker.
 */
export const matching = (pattern: RegExp, code: string) =>
  z.refine<string>((text) => pattern.test(text), code);

/** At least one character, or `code`. */
export const notEmpty = (code: string) => z.refine<string>((text) => text !== '', code);

/** At most this many characters (an emoji counts as one) or entries, or `code`. */
export const atMost = (max: number, code: string) =>
  z.refine<string | readonly unknown[]>((value) => [...value].length <= max, code);

/**
 * An integer in a query, within bounds; stays text because it is sent on as text.
 * @param unset what the service takes where it is left out; null: not documented
 */
export function wholeNumber(min: number, max: number, unset: string | null) {
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
  return z.string().check(
    z.refine((text) => {
      if (!/^\d{1,15}$/.test(text)) return false;
      const value = Number(text);
      return value >= min && value <= max;
    }, `must be a whole number ${range}`),
    z.describe(`a whole number ${range}${unset === null ? '' : `; ${unset} if left out`}`),
  );
}

const NESTING_MAX = 30;
/** A property's name as a path of plain names, so that it can't name a database operator. */
const NAME = /^[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_][\p{L}\p{N}_-]*)*$/u;

export const isPropertyName = (name: string): boolean => name.length <= 128 && NAME.test(name);

/** Fails with the message that `problem` returns. */
export const checkedBy = <T>(problem: (value: T) => string | null) =>
  z.superRefine<T>((value, context) => {
    const words = problem(value);
    if (words !== null) context.addIssue({ code: 'custom', message: words, input: value });
  });

/**
 * Describes what is wrong with a free-form object that is sent on: a name that a database could read as an
 * operator, or excessive nesting.
 */
export function plainObjectProblem(value: unknown, depth = 0): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > NESTING_MAX) return 'is nested too deeply';
  for (const [name, inner] of Object.entries(value)) {
    if (name.startsWith('$') || name === '__proto__') return `holds a name that is not accepted: ${name}`;
    const problem = plainObjectProblem(inner, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

// @__NO_SIDE_EFFECTS__
const plain = () =>
  z
    .record(z.string(), z.unknown(), 'must be an object')
    .check(checkedBy((value) => plainObjectProblem(value)));
/** A free-form object without database operators. */
export const plainObject = plain();
