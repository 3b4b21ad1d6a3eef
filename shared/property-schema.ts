import * as z from 'zod/mini';

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
 * Describes what is wrong with a free-form object that is sent on: a name that a database could read as an operator,
 * or excessive nesting.
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

/** A free-form object without database operators. */
export const plainObject = z
  .record(z.string(), z.unknown(), 'must be an object')
  .check(checkedBy((value) => plainObjectProblem(value)));
