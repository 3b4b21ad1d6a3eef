import { isKeptNumber } from './exact-numbers.ts';
import { isPropertyName } from './request-schema.ts';

/**
 * Columns whose values never pass the edge, except by an SQL statement, which only owners may run. They may
 * not be filtered, sorted, grouped or computed upon either: what matches tells the value.
 */
const WITHHELD = /pass[_-]?(?:word|wort|wd|phrase)|kennwort|pwd/i;
export const WITHHELD_WORDS = 'may not ask about passwords';

/** Whether a name, or a path of names, is one of a column that is withheld. */
export const isWithheld = (name: string): boolean => WITHHELD.test(name);

/** The name of a property that a request may ask about. */
export const isAskable = (name: string): boolean => isPropertyName(name) && !isWithheld(name);

/**
 * Describes what is wrong with a free-form query; null when it names nothing withheld. The reference does not
 * say which of its texts name properties, so each that could is taken for one.
 */
export function withheldProblem(query: unknown): string | null {
  if (typeof query === 'string') return isPropertyName(query) && isWithheld(query) ? WITHHELD_WORDS : null;
  if (typeof query !== 'object' || query === null) return null;
  const isNamed = Object.entries(query).some(
    ([name, inner]) => isWithheld(name) || withheldProblem(inner) !== null,
  );
  return isNamed ? WITHHELD_WORDS : null;
}

/** A copy of a response without what is withheld, at any depth, also in rows that `columns` names. */
export function withoutWithheld(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWithheld);
  if (typeof value !== 'object' || value === null || isKeptNumber(value)) return value;
  const { columns } = value as { columns?: unknown };
  const names = Array.isArray(columns) ? columns.map((column) => String(Object(column).name ?? column)) : [];
  const isKept = (_: unknown, at: number) => !isWithheld(names[at] ?? '');
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isWithheld(name))
      .map(([name, inner]) => [
        name,
        withoutWithheld(
          !Array.isArray(inner)
            ? inner
            : name === 'columns'
              ? inner.filter(isKept)
              : inner.map((row) => (Array.isArray(row) ? row.filter(isKept) : row)),
        ),
      ]),
  );
}
