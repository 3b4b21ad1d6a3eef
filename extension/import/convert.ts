import type { TableProperty } from '../../shared/data-api/records.ts';
import { readBoolean } from './booleans.ts';
import { type ColumnFacts, NO_FACTS, NULL } from './column.ts';
import { readDate } from './dates.ts';
import { type Reading, readAmount } from './numbers.ts';
import type { Cell } from './page-data.ts';

/** A stored file, as a file property holds it (gaps page). */
export interface StoredFile {
  /** Its file name id. */
  name: string;
}

/** A property's value in the data backend's form (gaps page, create a record); null clears it. */
export type PropertyValue = string | number | boolean | string[] | StoredFile | StoredFile[] | null;

/** File to store before its row is sent: what an address of the page shows, or one that the user chose. */
export type FileSource = { kind: 'address'; address: string } | { kind: 'chosen'; id: string; name: string };

/** Result of converting a cell for a property. `empty`: the property is left out. */
export type Converted =
  /** `label`: how a person reads it, where the value does not say. */
  | { kind: 'value'; value: PropertyValue; label?: string }
  | { kind: 'empty' }
  /** The record's value is removed, as chosen for empty cells. */
  | { kind: 'clear' }
  /** It may mean either: the user decides, of all cells with the same doubt at once. */
  | { kind: 'ambiguous'; choices: PropertyValue[]; labels?: string[]; doubt?: string }
  | { kind: 'upload'; file: FileSource; isMultiple: boolean }
  | { kind: 'problem'; problem: CellProblem };

export type CellProblem =
  /** `isTooLong`: one of more digits than a number keeps. */
  | { kind: 'not-a-number'; isTooLong?: true }
  | { kind: 'not-a-date' }
  | { kind: 'not-a-boolean' }
  | { kind: 'not-an-option'; options: string[] }
  | { kind: 'missing' }
  /** A spreadsheet has worked out nothing there: #REF! */
  | { kind: 'spreadsheet-error' }
  /** The referenced table has no record of this name. */
  | { kind: 'no-record' }
  /** What the referenced table has is being read, or could not be. */
  | { kind: 'not-read'; isFailed: boolean }
  /** There is no link and no picture in the cell. */
  | { kind: 'no-file' }
  /** The browser did not let us read the file, or the data backend did not take it. */
  | { kind: 'file-failed' };

/** A record that a name may mean. */
export interface NamedRecord {
  id: string;
  name: string;
  /** Whether its name is the cell's, apart from case and spaces. */
  isExact: boolean;
}

/** Knowledge beside the page: of a referenced table by property and name, and of files by their address. */
export interface ConversionContext {
  /** Language of numbers and dates; null when unknown. */
  language: string | null;
  references: Readonly<
    Record<
      string,
      { kind: 'looking' | 'failed' | 'done'; named: ReadonlyMap<string, readonly NamedRecord[]> } | undefined
    >
  >;
  /** By address or id of the file: its file name id, or null when it could not be stored. */
  uploads: Readonly<Record<string, string | null>>;
}

export const languageOnly = (language: string | null): ConversionContext => ({
  language,
  references: {},
  uploads: {},
});

/** Types of properties that a cell can fill. */
const FILLABLE = new Set(['string', 'long-string', 'number', 'date', 'options', 'boolean', 'file']);

/** Tells whether a record is made with a reference: others are set on the other side, or one by one. */
export const isSettableReference = ({ propertyType, objectReference }: TableProperty): boolean =>
  propertyType === 'objectReference' && objectReference?.objectReferenceRelation === 'manyToOne';

/** Whether a column can be mapped to the property. Computed ones and unknown types can't. */
export const isFillable = (property: TableProperty): boolean =>
  FILLABLE.has(property.propertyType) || isSettableReference(property);

/** The last conversion of each cell, with what it depends on. */
const conversions = new WeakMap<Cell, { property: TableProperty; by: unknown; converted: Converted }>();

/** Converts a cell only once until what it depends on changes: a table has thousands of cells. */
export function convertOnce(
  cell: Cell,
  property: TableProperty,
  context: ConversionContext,
  facts: ColumnFacts,
): Converted {
  const by = dependencyOf(property, context, facts);
  const known = conversions.get(cell);
  if (known?.property === property && known.by === by) return known.converted;
  const converted = convert(cell, property, context, facts);
  conversions.set(cell, { property, by, converted });
  return converted;
}

function dependencyOf(
  { propertyType, name }: TableProperty,
  context: ConversionContext,
  facts: ColumnFacts,
): unknown {
  if (propertyType === 'objectReference') return context.references[name];
  // What is known of a column is found anew for another language.
  return propertyType === 'file' ? context.uploads : facts;
}

/**
 * Converts a cell for a property, by the property's type, the page's language and what was looked up.
 * @param facts of the column that it stands in
 */
export function convert(
  cell: Cell,
  property: TableProperty,
  context: ConversionContext,
  facts: ColumnFacts = NO_FACTS,
): Converted {
  const text = textFor(cell, property);
  const { language } = context;
  if (SPREADSHEET_ERROR.test(text)) return { kind: 'problem', problem: { kind: 'spreadsheet-error' } };
  if (text === '' && facts.hasOnlyTicks) return { kind: 'value', value: false };
  if (text === '' || isNothing(text, property, facts))
    return property.required ? { kind: 'problem', problem: { kind: 'missing' } } : { kind: 'empty' };
  switch (property.propertyType) {
    case 'number':
      return toNumber(cell.value, text, language, facts);
    case 'date': {
      const withHour = property.typeExtras?.date?.includeHour === true;
      return ofReading(readDay(cell.value, text, language, withHour, facts), { kind: 'not-a-date' });
    }
    case 'options':
      return toOptions(text, property);
    case 'boolean':
      return ofReading(readBoolean(text, facts.isYesOrNo), { kind: 'not-a-boolean' });
    case 'file':
      return toFile(cell, text, property, context);
    case 'objectReference':
      return toReference(text, property, context);
    default:
      return { kind: 'value', value: text };
  }
}

const SPREADSHEET_ERROR =
  /^#(?:REF!|VALUE!|DIV\/0!|NAME\?|N\/A|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)$/;
/** Words that mean nothing beside those that programs write for it. */
const WEAK_NULL = /^(?:none|nil|n\/a|na|-)$/i;

/** Whether a text stands for nothing. An option of that name is meant. */
function isNothing(
  text: string,
  { propertyType, typeExtras }: TableProperty,
  { hasNulls }: ColumnFacts,
): boolean {
  if (propertyType === 'options' && typeExtras?.options?.some(({ value }) => value === text)) return false;
  return NULL.test(text) || (hasNulls && WEAK_NULL.test(text));
}

/** The day that a person sees, where what stands behind it is another one, as that of another time zone. */
function readDay(
  value: string | undefined,
  text: string,
  language: string | null,
  withHour: boolean,
  facts: ColumnFacts,
): Reading<string> {
  if (value === undefined) return readDate(text, language, withHour, facts);
  const shown = withHour || text === value ? null : readDate(text, language, false, facts);
  return shown?.kind === 'value' ? shown : readDate(value, language, withHour, facts);
}

function textFor(cell: Cell, property: TableProperty): string {
  const isLink = property.typeExtras?.string?.type === 'link';
  const address = isLink ? (cell.link ?? cell.image ?? addressIn(cell.text)) : null;
  return (address || cell.text || cell.image || '').trim();
}

/** The only address in a text that has others beside it: `Plan (https://…)`, `[Plan](https://…)`. */
function addressIn(text: string): string | null {
  const [only, another] = text.match(/https?:\/\/[^\s()<>\]]+/g) ?? [];
  return another === undefined ? (only ?? null) : null;
}

/** A file by its place: the cell's picture, else where its link leads. */
function toFile(cell: Cell, text: string, property: TableProperty, context: ConversionContext): Converted {
  if (cell.file) return fileValue(cell.file, property);
  const address = cell.image ?? cell.link ?? (/^https?:\/\/\S+$/.test(text) ? text : null);
  if (address === null) return { kind: 'problem', problem: { kind: 'no-file' } };
  return toUpload({ kind: 'address', address }, property, context);
}

/** What becomes of a file: its value once it is stored. */
export function toUpload(
  file: FileSource,
  property: TableProperty,
  { uploads }: ConversionContext,
): Converted {
  const stored = uploads[uploadKey(file)];
  if (stored === null) return { kind: 'problem', problem: { kind: 'file-failed' } };
  return stored === undefined
    ? { kind: 'upload', file, isMultiple: isMultiple(property) }
    : fileValue(stored, property);
}

export const uploadKey = (file: FileSource): string => (file.kind === 'address' ? file.address : file.id);

const isMultiple = ({ typeExtras }: TableProperty): boolean => typeExtras?.file?.multiple === true;

const fileValue = (name: string, property: TableProperty): Converted => ({
  kind: 'value',
  value: isMultiple(property) ? [{ name }] : { name },
  label: name,
});

/** A record of the referenced table by its name: never a guess; a merely similar one is proposed. */
function toReference(text: string, { name }: TableProperty, { references }: ConversionContext): Converted {
  const looked = references[name];
  const found = looked?.named.get(plainText(text));
  if (found === undefined)
    return { kind: 'problem', problem: { kind: 'not-read', isFailed: looked?.kind === 'failed' } };
  const exact = found.filter(({ isExact }) => isExact);
  const [only, another] = exact;
  if (only && !another) return { kind: 'value', value: only.id, label: only.name };
  const choices = exact.length > 0 ? exact : found;
  return choices.length === 0
    ? { kind: 'problem', problem: { kind: 'no-record' } }
    : {
        kind: 'ambiguous',
        choices: choices.map(({ id }) => id),
        labels: choices.map((choice) => choice.name),
      };
}

/** A text without the differences that don't tell two names apart. */
export const plainText = (text: string): string =>
  text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

function ofReading(reading: Reading<PropertyValue>, problem: CellProblem): Converted {
  return reading.kind === 'none' ? { kind: 'problem', problem } : reading;
}

/** @param value as machines write it */
function toNumber(
  value: string | undefined,
  text: string,
  language: string | null,
  { decimal, hasUnits }: ColumnFacts,
): Converted {
  const { reading, unit } = value ? readAmount(value, 'en-US', '.') : readAmount(text, language, decimal);
  if (reading.kind === 'none')
    return {
      kind: 'problem',
      problem: { kind: 'not-a-number', ...(reading.isTooLong && { isTooLong: true }) },
    };
  // 500 g and 1 kg, 12 € and 12 $: without their units they are not the same kind of number.
  if (hasUnits && unit !== '' && reading.kind === 'value')
    return { kind: 'ambiguous', choices: [reading.value], doubt: `unit ${unit}` };
  return reading;
}

function toOptions(text: string, { typeExtras }: TableProperty): Converted {
  const options = (typeExtras?.options ?? []).map(({ value }) => value);
  const find = (value: string) =>
    options.find((option) => option === value) ??
    options.find((option) => plainText(option) === plainText(value));
  const whole = find(text);
  const takesSeveral = typeExtras?.optionsConfig?.multiple === true;
  if (whole !== undefined) return { kind: 'value', value: takesSeveral ? [whole] : whole };
  const parts = takesSeveral ? partsOf(text).map((part) => find(part)) : [];
  if (takesSeveral && parts.length === 0) return { kind: 'empty' };
  if (parts.length > 0 && parts.every((part) => part !== undefined))
    return { kind: 'value', value: [...new Set(parts as string[])] };
  return { kind: 'problem', problem: { kind: 'not-an-option', options } };
}

/** The parts of a list, as a person writes it or as JSON does. */
function partsOf(text: string): string[] {
  if (/^\[.*\]$/s.test(text)) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list.map(String);
    } catch {
      // It is a text in brackets.
    }
  }
  return text.split(/[,;/|]/);
}
