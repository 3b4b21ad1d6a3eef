import type { FilterPart } from '../../shared/data-api/conditions.ts';
import type { DataRecord, Table, TableProperty } from '../../shared/data-api/records.ts';
import { isSettableReference, type NamedRecord, plainText } from './convert.ts';

/** Names of one question; each is a condition of its own. */
const NAMES_MAX = 25;
/** Longer names are not looked for: an expression has its bound. */
const NAME_MAX_LETTERS = 90;
/** So many records are offered where none has just the name. */
const CHOICES_MAX = 5;

/** A property that refers to another table, with that table and the property that names its records. */
export interface Reference {
  property: string;
  table: string;
  /** Null: records of that table have no name, so none can be found by it. */
  nameProperty: string | null;
}

/** The references among properties, as far as their tables are known. */
export function referencesOf(properties: readonly TableProperty[], tables: readonly Table[]): Reference[] {
  return properties.filter(isSettableReference).flatMap(({ name, objectReference }) => {
    const table = tables.find(({ id }) => id === objectReference?.objectReferenceTypeId);
    return table ? [{ property: name, table: table.type, nameProperty: nameProperty(table) }] : [];
  });
}

/** What names a table's records: a text called name, title or alike, else a unique one, else the first. */
export function nameProperty({ properties }: Pick<Table, 'properties'>): string | null {
  const texts = properties.filter(({ propertyType }) => propertyType === 'string');
  const named = texts.find(({ name, label }) =>
    [name, label ?? ''].some((word) => /^(?:name|title|label|titel|bezeichnung)$/i.test(word)),
  );
  const unique = texts.find(({ canRepeat }) => canRepeat !== true);
  return (named ?? unique ?? texts[0])?.name ?? null;
}

/** Questions for the records of just these names, a few names to each. */
export function exactQuestions(name: string, texts: readonly string[]): FilterPart[][] {
  return inGroups(texts, (text) => ({
    [name]: { regex: `^\\s*${wordsExpression(text)}\\s*$`, options: 'i' },
  }));
}

/** Questions for records with similar names: by the longest word, which initials or typing errors spare. */
export function likeQuestions(name: string, texts: readonly string[]): FilterPart[][] {
  return inGroups(texts, (text) => ({ [name]: { regex: escaped(longestWord(text)), options: 'i' } }));
}

/** Condition of the records whose names contain a text. */
export const partCondition = (name: string, text: string): FilterPart => ({
  [name]: { regex: wordsExpression(text.slice(0, NAME_MAX_LETTERS)), options: 'i' },
});

/** Which of the records each text may mean: those of just its name, else those that are like it. */
export function nameRecords(
  texts: readonly string[],
  records: readonly DataRecord[],
  name: string,
): Map<string, NamedRecord[]> {
  const named = records.map((record) => ({ id: record._id, name: String(record[name] ?? '') }));
  return new Map(
    texts.map((text) => {
      const plain = plainText(text);
      const exact = named.filter((one) => plainText(one.name) === plain);
      const word = longestWord(plain);
      const like = named.filter((one) => word !== '' && plainText(one.name).includes(word));
      const found = exact.length > 0 ? exact : like;
      return [
        plain,
        namedApart(
          [...new Map(found.map((one) => [one.id, one])).values()].slice(0, CHOICES_MAX),
          records,
        ).map((one) => ({ ...one, isExact: exact.length > 0 })),
      ];
    }),
  );
}

/**
 * Records as choices: those of the same name are followed by the first value in which all of them differ,
 * such as an e-mail address, else by their id. When they were made tells nobody which is which.
 */
export function namedApart<N extends { id: string; name: string }>(
  named: readonly N[],
  records: readonly DataRecord[],
): N[] {
  const recordOf = new Map(records.map((record) => [record._id, record]));
  return named.map((one) => {
    const alike = named.filter(({ name }) => plainText(name) === plainText(one.name));
    if (alike.length === 1) return one;
    const wordsOf = (id: string, property: string) => {
      const value = recordOf.get(id)?.[property];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    };
    const differing = Object.keys(recordOf.get(one.id) ?? {}).find((property) => {
      const values = new Set(alike.map(({ id }) => wordsOf(id, property)));
      return !/^_|At$/.test(property) && values.size === alike.length && !values.has('');
    });
    return { ...one, name: `${one.name} · ${differing ? wordsOf(one.id, differing) : one.id}` };
  });
}

function inGroups(texts: readonly string[], condition: (text: string) => FilterPart): FilterPart[][] {
  const conditions = texts
    .filter((text) => text.length <= NAME_MAX_LETTERS && longestWord(text) !== '')
    .map(condition);
  return Array.from({ length: Math.ceil(conditions.length / NAMES_MAX) }, (_, index) =>
    conditions.slice(index * NAMES_MAX, (index + 1) * NAMES_MAX),
  );
}

const wordsExpression = (text: string): string => text.trim().split(/\s+/).map(escaped).join('\\s+');
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

function longestWord(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.toSorted((one, other) => other.length - one.length)[0] ?? '';
}
