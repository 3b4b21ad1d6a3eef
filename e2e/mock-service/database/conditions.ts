import { refuse } from '../http/refusal.ts';
import { shown } from '../http/values.ts';
import type { Row } from '../world/project.ts';

/** The comparison operators that both engines' queries share. */
export function holds(actual: unknown, op: string, expected: unknown): boolean {
  switch (op) {
    case 'eq':
      return actual === expected;
    case 'ne':
      return actual !== expected;
    case 'gt':
      return compare(actual, expected) > 0;
    case 'gte':
      return compare(actual, expected) >= 0;
    case 'lt':
      return compare(actual, expected) < 0;
    case 'lte':
      return compare(actual, expected) <= 0;
    case 'in':
      return Array.isArray(expected) && expected.includes(actual);
    case 'nin':
      return Array.isArray(expected) && !expected.includes(actual);
    case 'startsWith':
      return shown(actual).toLowerCase().startsWith(shown(expected).toLowerCase());
    case 'endsWith':
      return shown(actual).toLowerCase().endsWith(shown(expected).toLowerCase());
    case 'contains':
    case 'like':
    case 'regex':
      return shown(actual).toLowerCase().includes(shown(expected).replaceAll('%', '').toLowerCase());
    default:
      return refuse(400, 'VALIDATION_ERROR', `There is no operator ${op}`);
  }
}

export function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a === undefined || a === null || b === undefined || b === null) return Number.NaN;
  const [one, other] = [shown(a), shown(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

export function sortRows(
  rows: Row[],
  keys: readonly (readonly [column: string, direction: 1 | -1])[],
): Row[] {
  return [...rows].sort((a, b) => {
    for (const [column, direction] of keys) {
      const order = compare(a[column], b[column]) * direction;
      if (order) return order;
    }
    return 0;
  });
}
