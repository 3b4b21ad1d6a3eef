import type { Scalar } from '../../shared/data-api/conditions.ts';
import type { DataRecord, TableProperty } from '../../shared/data-api/records.ts';
import { isSameValue, sameValueKey } from '../../shared/data-api/same-value.ts';
import { type ColumnFacts, columnFacts } from './column.ts';
import {
  type ConversionContext,
  type Converted,
  convert,
  convertOnce,
  type FileSource,
  type PropertyValue,
  plainText,
  toUpload,
} from './convert.ts';
import type { Mapping } from './mapping.ts';
import { notRecordsOf } from './not-records.ts';
import type { Source } from './page-data.ts';

/** A row as it will be sent, by property, or why not. */
export interface PlannedRow {
  /** Its place in the source. */
  index: number;
  cells: Record<string, Converted>;
  state:
    | { kind: 'new' }
    /** Not looked up in the table, or can't be: the row has no unique value, or nothing but files. */
    | { kind: 'unknown' }
    /** The table has a record with the same unique value and other values. */
    | { kind: 'changed'; recordId: string; before: Record<string, unknown> }
    | { kind: 'same'; recordId: string }
    /** An earlier row of the page has the same unique value. */
    | { kind: 'repeated'; of: number }
    | { kind: 'problem'; count: number };
  /** It seems to be no record, but a total, a second line of names or a heading. */
  isApart?: true;
}

/** What the user entered for a cell: another text, the chosen meaning, or a file in place of the page's. */
export type CellEdit =
  | { text: string }
  | { value: PropertyValue; label?: string | undefined }
  | { file: string; name: string };
/** Edits by row, which is its place in the source or, once sent, its name by `sentRow`; then by property. */
export type Edits = Readonly<Record<string, Readonly<Record<string, CellEdit>>>>;

/** Edits with another one of a property in these rows; undefined: with none. */
export function withEdits(
  edits: Edits,
  rows: readonly (number | string)[],
  property: string,
  editOf: (row: number | string) => CellEdit | undefined,
): Edits {
  const next = { ...edits };
  for (const row of rows) {
    const { [property]: _, ...others } = next[row] ?? {};
    const edit = editOf(row);
    if (edit !== undefined) next[row] = { ...others, [property]: edit };
    else if (Object.keys(others).length > 0) next[row] = others;
    else delete next[row];
  }
  return next;
}

/** The name of a row that was sent, by its request and its place in it. */
export const sentRow = (part: string, row: number): string => `${part}/${row}`;

const SLICE_MS = 15;

/**
 * Every row of a source as a difference to the table.
 * @param clears properties that an empty cell clears, in records that are changed
 * @param records what the table already has, as far as it was looked up
 * @param looked the conditions (`conditionKey`) that were looked up: no row of another is called new
 */
export function planRows(
  source: Source,
  mapping: Mapping,
  properties: readonly TableProperty[],
  context: ConversionContext,
  edits: Edits,
  clears: readonly string[],
  records: readonly DataRecord[],
  looked: Pick<ReadonlySet<string>, 'has'>,
): PlannedRow[] {
  const mapped = mappedOf(source, mapping, properties, context);
  const key = keyOf(mapped.map(({ property }) => property));
  const converted = source.rows.map((row, index) => {
    const edited = edits[index];
    const cells: PlannedRow['cells'] = {};
    let problems = 0;
    for (const { property, column, facts } of mapped) {
      const { name } = property;
      const given = edited?.[name];
      const kept = row[column];
      const cell =
        given || !kept
          ? convertEdited(property, context, given)
          : convertOnce(kept, property, context, facts());
      if (cell.kind === 'problem' || cell.kind === 'ambiguous') problems += 1;
      cells[name] = cell.kind === 'empty' && clears.includes(name) ? { kind: 'clear' } : cell;
    }
    return { index, cells, problems };
  });
  const keys = converted.map(({ cells }) => key && chosenValue(cells[key.name]));
  const find = recordFinder(records, new Set(keys.map(sameValueKey)));
  const seen = new Map<string, number>();
  const apart = notRecordsOf(source);
  return converted.map(({ index, cells, problems }) => {
    const state = problems > 0 ? { kind: 'problem' as const, count: problems } : stateOf(index, cells);
    return { index, cells, state, ...(apart.has(index) && { isApart: true as const }) };
  });

  function stateOf(index: number, cells: PlannedRow['cells']): PlannedRow['state'] {
    const value = keys[index];
    if (!key || value === undefined || value === null) return allEqual(cells);
    const names = [sameValueKey(value), nameKey(value) ?? sameValueKey(value)];
    const before = names.map((name) => seen.get(name)).find((row) => row !== undefined);
    if (before !== undefined) return { kind: 'repeated', of: before };
    for (const name of names) seen.set(name, index);
    const record = find.one(key.name, value);
    return record ? compare(cells, record, key.name) : newOrUnknown(cells);
  }

  /** Without a unique property, a row is the same only if all its values are. */
  function allEqual(cells: PlannedRow['cells']): PlannedRow['state'] {
    const [named] = Object.entries(cells).flatMap(([name, cell]) =>
      cell.kind === 'value' ? [[name, cell.value] as const] : [],
    );
    const equal = (named ? find.exact(...named) : []).find((one) => differences(cells, one).length === 0);
    const alike = equal || !named ? [] : find.alike(...named).filter((one) => isAlike(cells, one));
    const record = equal ?? (alike.length === 1 ? alike[0] : undefined);
    return record ? { kind: 'same', recordId: record._id } : newOrUnknown(cells);
  }

  function newOrUnknown(cells: PlannedRow['cells']): PlannedRow['state'] {
    const condition = rowCondition(cells, key);
    return condition && looked.has(conditionKey(condition)) ? { kind: 'new' } : { kind: 'unknown' };
  }
}

/**
 * Finds records by the value of a property, each property's values prepared once. Equality is the edge's; a
 * name that differs in case, width or spaces alone counts if it is the only one, and no row has it just so.
 * @param keys of all rows (`sameValueKey`)
 */
function recordFinder(records: readonly DataRecord[], keys: ReadonlySet<string>) {
  const byProperty = new Map<string, Map<string, DataRecord[]>>();
  const by = (kind: 'exact' | 'alike', name: string, keyOf: (value: unknown) => string | null) => {
    const known =
      byProperty.get(`${kind} ${name}`) ?? Map.groupBy(records, (record) => keyOf(record[name]) ?? '');
    byProperty.set(`${kind} ${name}`, known);
    return known;
  };
  const exact = (name: string, value: PropertyValue): readonly DataRecord[] =>
    by('exact', name, sameValueKey).get(sameValueKey(value)) ?? [];
  const alike = (name: string, value: PropertyValue): readonly DataRecord[] => {
    const plain = nameKey(value);
    const found = plain === null ? [] : (by('alike', name, nameKey).get(plain) ?? []);
    return found.filter((record) => !keys.has(sameValueKey(record[name])));
  };
  const one = (name: string, value: PropertyValue): DataRecord | undefined => {
    const [same] = exact(name, value);
    const [only, another] = same ? [] : alike(name, value);
    return same ?? (another ? undefined : only);
  };
  return { exact, alike, one };
}

/** Reduces a name to what tells it apart; null for a number, and for a code, of which each letter counts. */
function nameKey(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const isCode = /\p{Ll}\p{Lu}/u.test(value) || (/\d/.test(value) && !/\s/.test(value.trim()));
  return isCode ? null : plainText(value);
}

/**
 * Condition that finds a row in the table: by its unique value, else by all; null if none can be queried.
 * @param key the property that identifies a record (`keyOf`)
 */
export function rowCondition(
  cells: PlannedRow['cells'],
  key: TableProperty | null,
): Record<string, Scalar> | null {
  const conditions = Object.entries(cells).flatMap(([name, cell]) =>
    (key === null || key.name === name) &&
    cell.kind === 'value' &&
    cell.value !== null &&
    typeof cell.value !== 'object'
      ? [[name, cell.value] as const]
      : [],
  );
  return conditions.length === 0 ? null : Object.fromEntries(conditions);
}

export const conditionKey = (condition: Readonly<Record<string, Scalar>>): string =>
  JSON.stringify(condition);

/**
 * Converts what `planRows` is about to need, in slices, so that the page stays responsive.
 * @param rest resolves when other work had its turn
 */
export async function prepareRows(
  source: Source,
  mapping: Mapping,
  properties: readonly TableProperty[],
  context: ConversionContext,
  rest: () => Promise<void>,
): Promise<void> {
  const mapped = mappedOf(source, mapping, properties, context);
  let began = performance.now();
  const restIfLong = async () => {
    if (performance.now() - began <= SLICE_MS) return;
    await rest();
    began = performance.now();
  };
  for (const { facts } of mapped) {
    facts();
    await restIfLong();
  }
  for (const row of source.rows) {
    for (const { property, column, facts } of mapped) {
      const cell = row[column];
      if (cell) convertOnce(cell, property, context, facts());
    }
    await restIfLong();
  }
}

/** The properties that columns fill. */
const mappedOf = (
  source: Source,
  mapping: Mapping,
  properties: readonly TableProperty[],
  { language }: ConversionContext,
) =>
  mapping.flatMap((name, column) => {
    const property = properties.find((one) => one.name === name);
    if (!property) return [];
    let known: ColumnFacts | undefined;
    const facts = () => (known ??= columnFacts(source, column, property, language));
    return [{ property, column, facts }];
  });

/** The property that identifies a record: a unique one that a column fills. */
export function keyOf(properties: readonly TableProperty[]): TableProperty | null {
  return (
    properties.find(
      ({ canRepeat, propertyType }) =>
        canRepeat !== true && propertyType !== 'long-string' && propertyType !== 'file',
    ) ?? null
  );
}

/** The values of a row to send. An empty cell leaves its property out. */
export function valuesOf({ cells, state }: PlannedRow): Record<string, PropertyValue> {
  return Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]) => {
      if (cell.kind === 'value') return [[name, cell.value]];
      return cell.kind === 'clear' && state.kind === 'changed' ? [[name, null]] : [];
    }),
  );
}

/** A row that was sent and refused, with what was typed in the place of its values. */
export interface RetriedRow {
  /** What was typed, converted like cells of a page. */
  cells: Record<string, Converted>;
  /** All values to send: a property that was emptied, or that the table has lost, is left out. */
  values: Record<string, PropertyValue>;
  isReady: boolean;
}

/** @param sent the values that were refused */
export function retryRow(
  row: string,
  sent: Readonly<Record<string, PropertyValue>>,
  properties: readonly TableProperty[],
  context: ConversionContext,
  edits: Edits,
): RetriedRow {
  const cells = Object.fromEntries(
    properties.flatMap((property) => {
      const edit = edits[row]?.[property.name];
      return edit ? [[property.name, convertEdited(property, context, edit)] as const] : [];
    }),
  );
  const typed = Object.entries(cells).flatMap(([name, cell]) =>
    cell.kind === 'value' ? [[name, cell.value] as const] : [],
  );
  const kept = Object.entries(sent).filter(
    ([name]) => !(name in cells) && properties.some((one) => one.name === name),
  );
  const values = { ...Object.fromEntries(kept), ...Object.fromEntries(typed) };
  const kinds = Object.values(cells).map(({ kind }) => kind);
  const isReady =
    !kinds.includes('problem') &&
    !kinds.includes('ambiguous') &&
    (Object.keys(values).length > 0 || kinds.includes('upload'));
  return { cells, values, isReady };
}

/** Files that must be stored before a row is sent. */
export const uploadsOf = ({ cells }: Pick<PlannedRow, 'cells'>): FileSource[] =>
  Object.values(cells).flatMap((cell) => (cell.kind === 'upload' ? [cell.file] : []));

/** Tells whether a row can be sent: one without a value, as a group header, would fail the whole request. */
export const canBeSent = ({ state, cells }: PlannedRow): boolean =>
  state.kind !== 'problem' && Object.values(cells).some(({ kind }) => kind === 'value' || kind === 'upload');

/** True for a row sent by default: not if it exists, may exist, needs attention or seems to be no record. */
export const isSentByDefault = ({ state, isApart }: PlannedRow): boolean => state.kind === 'new' && !isApart;

/** What the user typed or chose for a cell; of a cell that the row lacks, nothing. */
function convertEdited(
  property: TableProperty,
  context: ConversionContext,
  edit: CellEdit | undefined,
): Converted {
  if (edit && 'value' in edit)
    return { kind: 'value', value: edit.value, ...(edit.label !== undefined && { label: edit.label }) };
  if (edit && 'file' in edit)
    return toUpload({ kind: 'chosen', id: edit.file, name: edit.name }, property, context);
  return convert({ text: edit?.text ?? '' }, property, context);
}

/** @param key the property by which the record was found, which its value may differ in by case alone */
function compare(cells: PlannedRow['cells'], record: DataRecord, key: string): PlannedRow['state'] {
  const different = differences(cells, record).filter((name) => name !== key);
  if (different.length === 0) return { kind: 'same', recordId: record._id };
  const before = Object.fromEntries(different.map((name) => [name, record[name]]));
  return { kind: 'changed', recordId: record._id, before };
}

function differences(cells: PlannedRow['cells'], record: DataRecord): string[] {
  return Object.entries(cells).flatMap(([name, cell]) => (isDifferent(cell, record[name]) ? [name] : []));
}

const isAlike = (cells: PlannedRow['cells'], record: DataRecord): boolean =>
  differences(cells, record).every((name) => {
    const plain = nameKey(chosenValue(cells[name]));
    return plain !== null && plain === nameKey(record[name]);
  });

function isDifferent(cell: Converted, kept: unknown): boolean {
  if (cell.kind === 'value') return !isSameValue(cell.value, kept);
  // Whether a file is the same as the one that is kept can't be seen: one that is there is left alone.
  const isNothing = kept === undefined || kept === null || kept === '';
  return cell.kind === 'clear' ? !isNothing : cell.kind === 'upload' && isNothing;
}

const chosenValue = (cell: Converted | undefined): PropertyValue | undefined =>
  cell?.kind === 'value' ? cell.value : undefined;
