import type { TableProperty } from '../../shared/data-api/records.ts';
import { convert, isFillable, isSettableReference, languageOnly } from './convert.ts';
import type { Source } from './page-data.ts';
import { FILE_COLUMN } from './scan.ts';

/** The property that each column fills, by the column's index; null skips the column. */
export type Mapping = (string | null)[];

const SAMPLE_ROWS = 40;
/** Below this score a column is left to the user. */
const SCORE_MIN = 0.55;

/** Proposes a property for each column by its name and values; each property once at most. */
export function proposeMapping(
  source: Source,
  properties: readonly TableProperty[],
  language: string | null,
): Mapping {
  const fillable = properties.filter(isFillable);
  const pairs = source.columns.flatMap((column, index) =>
    fillable.map((property) => ({
      index,
      property,
      score: scoreOf(source, column, index, property, language),
    })),
  );
  const mapping: Mapping = source.columns.map(() => null);
  const taken = new Set<string>();
  for (const { index, property, score } of pairs.sort((one, other) => other.score - one.score)) {
    if (score < SCORE_MIN || mapping[index] || taken.has(property.name)) continue;
    mapping[index] = property.name;
    taken.add(property.name);
  }
  return mapping;
}

/** Maps a scan made for a table by its columns' property names; the file goes to the first for files. */
export function scanMapping(
  source: Source,
  properties: readonly TableProperty[],
  proposed: Mapping,
): Mapping {
  const named = source.columns.map(
    (column) => properties.find(({ name }) => name === column && column !== FILE_COLUMN)?.name ?? null,
  );
  const file = properties.find(({ propertyType }) => propertyType === 'file')?.name ?? null;
  return source.columns.map((column, index) => {
    if (column === FILE_COLUMN) return file;
    const name = named[index] ?? proposed[index] ?? null;
    return name === file || (name !== null && named[index] === null && named.includes(name)) ? null : name;
  });
}

/** The mapping with one column changed: a column that filled that property before is skipped. */
export function changeMapping(mapping: Mapping, index: number, property: string | null): Mapping {
  return mapping.map((name, at) => (at === index ? property : name === property ? null : name));
}

export function missingRequired(mapping: Mapping, properties: readonly TableProperty[]): TableProperty[] {
  return properties.filter(({ name, required }) => required === true && !mapping.includes(name));
}

function scoreOf(
  source: Source,
  column: string,
  index: number,
  property: TableProperty,
  language: string | null,
): number {
  const name = Math.max(likeness(column, property.name), likeness(column, property.label ?? ''));
  const values = valueFit(source, index, property, language);
  if (values === null) return name * 0.9;
  // A matching name is not enough if the values do not fit.
  return values < 0.5
    ? name * 0.4
    : name * 0.75 + Math.min(1, values * 1.5) * 0.25 + typeBonus(property, name);
}

/** Some types are distinctive: a column of dates is for a date. */
function typeBonus({ propertyType }: TableProperty, name: number): number {
  return name === 0 && (propertyType === 'date' || propertyType === 'options') ? 0.4 : 0;
}

/** Similarity of two names, from 0 to 1. */
function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length === 0 || b.length === 0) return 0;
  if (a.join('') === b.join('')) return 1;
  const shared = a.filter((word) => b.some((known) => isSameWord(word, known))).length;
  return shared === 0 ? 0 : 0.6 + 0.4 * (shared / Math.max(a.length, b.length)) - 0.1;
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
}

/** Synonyms in pages and tables, in English and German. */
const SAME = [
  ['price', 'preis', 'cost', 'amount', 'betrag', 'kosten', 'eur', 'offers'],
  ['name', 'title', 'titel', 'bezeichnung', 'product', 'produkt', 'artikel', 'item', 'service', 'leistung'],
  ['date', 'datum', 'day', 'tag', 'when', 'wann', 'start', 'starts', 'startdate', 'beginn'],
  ['minutes', 'min', 'duration', 'dauer', 'minuten', 'length'],
  ['description', 'beschreibung', 'text', 'details', 'notes', 'note', 'hinweis', 'bemerkung'],
  ['email', 'mail'],
  ['phone', 'tel', 'telephone', 'telefon', 'mobile'],
  ['image', 'photo', 'picture', 'bild', 'foto'],
  ['link', 'url', 'address', 'website'],
  ['status', 'state', 'zustand'],
  ['quantity', 'menge', 'anzahl', 'stock', 'bestand', 'count'],
];

function isSameWord(one: string, other: string): boolean {
  return (
    one === other ||
    `${one}s` === other ||
    one === `${other}s` ||
    SAME.some((words) => words.includes(one) && words.includes(other))
  );
}

/** Share of a column's values that fit a property's type; null without values, or if any text or id fits. */
function valueFit(
  source: Source,
  index: number,
  property: TableProperty,
  language: string | null,
): number | null {
  if (property.propertyType === 'string' || property.propertyType === 'long-string') return null;
  const cells = source.rows.slice(0, SAMPLE_ROWS).flatMap((row) => row[index] ?? []);
  const filled = cells.filter(({ text, value }) => text !== '' || value !== undefined);
  if (filled.length === 0) return null;
  // Whether a record has such a name shows only when it is looked up.
  if (isSettableReference(property)) return null;
  const context = languageOnly(language);
  return filled.filter((cell) => convert(cell, property, context).kind !== 'problem').length / filled.length;
}
