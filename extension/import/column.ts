import type { TableProperty } from '../../shared/data-api/records.ts';
import { hasOnlyTicks, isYesOrNo } from './booleans.ts';
import { areMidnights, type DateHints, orderOf } from './dates.ts';
import { type Decimal, decimalOf, readAmount } from './numbers.ts';
import type { Cell, Source } from './page-data.ts';

/** What a whole column says of each of its cells, for the property that it fills. */
export interface ColumnFacts extends DateHints {
  /** What separates the decimals of its numbers; null: it does not show. */
  decimal: Decimal | null;
  /** Its numbers have several units, such as g and kg. */
  hasUnits: boolean;
  isYesOrNo: boolean;
  /** Its empty cells are boxes without a tick. */
  hasOnlyTicks: boolean;
  /** Programs have written into it what they have for nothing: words such as None mean that too. */
  hasNulls: boolean;
}

/** Of a value that stands alone, such as one that was typed. */
export const NO_FACTS: ColumnFacts = {
  ...{ decimal: null, hasUnits: false, isYesOrNo: true, hasOnlyTicks: false, hasNulls: false },
};

/** What programs write for nothing, and no person does. */
export const NULL = /^(?:NULL|null|\\N|<null>|\(null\)|NaN|nan|undefined|NaT)$/;

const BIRTH = /birth|born|\bdob\b|geburt|geboren|naissance|nacimiento|nascimento|geboorte|nascita/i;

const known = new WeakMap<readonly Cell[][], Map<string, ColumnFacts>>();

/** @returns the same object until the rows, the property or the language are others */
export function columnFacts(
  { rows }: Pick<Source, 'rows'>,
  column: number,
  property: TableProperty,
  language: string | null,
): ColumnFacts {
  const ofRows = known.get(rows) ?? new Map<string, ColumnFacts>();
  known.set(rows, ofRows);
  const key = JSON.stringify([column, property.propertyType, property.name, language]);
  const facts = ofRows.get(key) ?? factsOf(rows, column, property, language);
  ofRows.set(key, facts);
  return facts;
}

const textsOf = (rows: readonly Cell[][], column: number, of: (cell: Cell) => string | undefined): string[] =>
  rows.flatMap((row) => (row[column] && of(row[column])) || []);

function factsOf(
  rows: readonly Cell[][],
  column: number,
  { propertyType, name, label }: TableProperty,
  language: string | null,
): ColumnFacts {
  const texts = textsOf(rows, column, ({ text, value }) => (value === undefined ? text : ''));
  const written = textsOf(rows, column, ({ text, value }) => value ?? text);
  const hasNulls = written.some((text) => NULL.test(text));
  const shown = hasNulls ? texts.filter((text) => !NULL.test(text)) : texts;
  const facts = { ...NO_FACTS, hasNulls };
  switch (propertyType) {
    case 'number':
      return { ...facts, decimal: decimalOf(shown), hasUnits: hasUnits(written, language) };
    case 'date': {
      const isBirth = BIRTH.test(`${name} ${label ?? ''}`);
      return { ...facts, order: orderOf(shown, language), isBirth, isMidnights: areMidnights(written) };
    }
    case 'boolean':
      return { ...facts, isYesOrNo: isYesOrNo(shown), hasOnlyTicks: hasOnlyTicks(shown) };
    default:
      return facts;
  }
}

function hasUnits(texts: readonly string[], language: string | null): boolean {
  // Of all cells with the same words around their digits one tells.
  const samples = new Map<string, string>();
  for (const text of texts)
    if (!/^[\d.,'\s]*$/.test(text)) samples.set(text.replace(/[\d.,'’\s]+/g, ' '), text);
  const units = new Set<string>();
  for (const text of samples.values()) {
    units.add(readAmount(text, language).unit);
    units.delete('');
    if (units.size > 1) return true;
  }
  return false;
}
