import type { TableProperty } from '../../shared/data-api/records.ts';
import { isYesOrNo } from './booleans.ts';
import { type DateHints, orderOf } from './dates.ts';
import { type Decimal, decimalOf, readAmount } from './numbers.ts';
import type { Cell, Source } from './page-data.ts';

/** What a whole column says of each of its cells, for the property that it fills. */
export interface ColumnFacts extends DateHints {
  /** What separates the decimals of its numbers; null: it does not show. */
  decimal: Decimal | null;
  /** Its numbers have several units, such as g and kg. */
  hasUnits: boolean;
  isYesOrNo: boolean;
}

/** Of a value that stands alone, such as one that was typed. */
export const NO_FACTS: ColumnFacts = { decimal: null, hasUnits: false, isYesOrNo: true };

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
  const facts = ofRows.get(key) ?? factsOf(textsOf(rows, column), property, language);
  ofRows.set(key, facts);
  return facts;
}

const textsOf = (rows: readonly Cell[][], column: number): string[] =>
  rows.flatMap((row) => {
    const cell = row[column];
    return cell && cell.value === undefined && cell.text !== '' ? cell.text : [];
  });

function factsOf(
  texts: readonly string[],
  { propertyType, name, label }: TableProperty,
  language: string | null,
): ColumnFacts {
  switch (propertyType) {
    case 'number':
      return { ...NO_FACTS, decimal: decimalOf(texts), hasUnits: hasUnits(texts, language) };
    case 'date':
      return { ...NO_FACTS, order: orderOf(texts, language), isBirth: BIRTH.test(`${name} ${label ?? ''}`) };
    case 'boolean':
      return { ...NO_FACTS, isYesOrNo: isYesOrNo(texts) };
    default:
      return NO_FACTS;
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
