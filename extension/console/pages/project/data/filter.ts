import { filterProblem } from '../../../../../shared/data-api/conditions.ts';
import type { TableProperty } from '../../../../../shared/data-api/records.ts';
import { searchable } from '../../../../i18n/searchable.ts';
import {
  ANY_COLUMN,
  type Comparison,
  type Condition,
  isWithoutValue,
  OPERATORS,
} from '../../../grid/row-source.ts';

type Part = Record<string, unknown>;

/** Those that the reference names: none asks whether there is a value. */
export const RECORD_OPERATORS = OPERATORS.filter((op) => !isWithoutValue(op));

/**
 * Conditions in the data backend's grammar (data reference, Filter query syntax).
 * @param properties of the table, among which words in any column are searched
 */
export const filterOf = (where: readonly Condition[], properties: readonly TableProperty[] = []): Part[] =>
  where.map(({ or: others = [], ...first }) => {
    const or = [first, ...others].flatMap((one) => partsOf(one, properties));
    return or.length === 1 ? (or[0] as Part) : { or };
  });

/** More than one are alternatives. */
function partsOf({ column, op, value, options }: Comparison, properties: readonly TableProperty[]): Part[] {
  if (column === ANY_COLUMN) return inAnyOf(properties, String(value));
  switch (op) {
    case 'eq':
      return [{ [column]: value }];
    case 'contains':
      return [{ [column]: containing(String(value)) }];
    case 'regex':
      return [{ [column]: { regex: value, ...(options && { options }) } }];
    case 'ne':
    case 'empty':
    case 'filled':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return [{ [column]: { [op]: value } }];
  }
}

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const containing = (words: string) => ({ regex: escaped(words), options: 'i' });

/** Small Latin letters by the plain letter, each with those that differ from it by an accent alone. */
const WITH_ACCENTS = new Map(
  [
    ...Map.groupBy(
      Array.from({ length: 0x180 - 0xe0 }, (_, at) => String.fromCharCode(0xe0 + at)).filter(
        (letter) => letter === letter.toLowerCase() && letter !== searchable(letter),
      ),
      searchable,
    ),
  ].map(([plain, accented]) => [plain, plain + accented.join('')]),
);

/** The same with and without accents, unless that is longer than an expression may be. */
export function finding(words: string) {
  const letters = [...words].map((letter) => {
    const alike = WITH_ACCENTS.get(searchable(letter));
    return alike ? `[${letter}${alike}]` : escaped(letter);
  });
  const folded = { regex: letters.join(''), options: 'i' };
  return filterProblem({ words: folded }) === null ? folded : containing(words);
}

/** Finds texts and options that contain the words, the number that they are, or the record of that id. */
function inAnyOf(properties: readonly TableProperty[], words: string): Part[] {
  const number = words.trim() === '' ? Number.NaN : Number(words);
  const alternatives = properties.flatMap(({ name, propertyType, typeExtras }): Part[] => {
    switch (propertyType) {
      case 'string':
      case 'long-string':
        return [{ [name]: finding(words) }];
      case 'number':
        return Number.isFinite(number) ? [{ [name]: number }] : [];
      case 'options':
        return (typeExtras?.options ?? [])
          .filter(({ value }) => searchable(value).includes(searchable(words)))
          .map(({ value }) => ({ [name]: value }));
      default:
        return [];
    }
  });
  return [...alternatives, { _id: words }];
}
