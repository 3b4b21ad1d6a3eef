import * as z from 'zod/mini';

const NESTING_MAX = 30;
/** A property's name as a path of plain names: nothing that a database could take for an operator of its own. */
const NAME = /^[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_][\p{L}\p{N}_-]*)*$/u;

export const isPropertyName = (name: string): boolean => name.length <= 128 && NAME.test(name);

/** Fails with the words that `problem` finds. */
export const checkedBy = <T>(problem: (value: T) => string | null) =>
  z.superRefine<T>((value, context) => {
    const words = problem(value);
    if (words !== null) context.addIssue({ code: 'custom', message: words, input: value });
  });

/**
 * What is wrong with a free-form object that is sent on: a name with which a database could be given an order of its own, or
 * endless nesting.
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

/** An object of the app's own making, without operators of a database. */
export const plainObject = z
  .record(z.string(), z.unknown(), 'must be an object')
  .check(checkedBy((value) => plainObjectProblem(value)));
