import { isRecord } from '../../shared/parse.ts';

/** Whether two values are the same as JSON; the browser's storage sorts the names of objects. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, at) => isSame(part, other[at]));
  if (!isRecord(one) || !isRecord(other)) return (one ?? null) === (other ?? null);
  const names = namesOf(one);
  return (
    names.length === namesOf(other).length &&
    names.every((name) => other[name] !== undefined && isSame(one[name], other[name]))
  );
}

/** JSON leaves names out whose value is undefined. */
const namesOf = (record: Record<string, unknown>): string[] =>
  Object.keys(record).filter((name) => record[name] !== undefined);
