import type { DataRecord, TableProperty } from '../../shared/data-api/records.ts';
import {
  type ConversionContext,
  type Converted,
  convert,
  type FileSource,
  type PropertyValue,
  plainText,
  toUpload,
} from './convert.ts';
import type { Mapping } from './mapping.ts';
import type { Cell, Source } from './page-data.ts';

/** A row as it will be sent, by property, or why not. */
export interface PlannedRow {
  /** Its place in the source. */
  index: number;
  cells: Record<string, Converted>;
  state:
    | { kind: 'new' }
    /** The table has a record with the same unique value and other values. */
    | { kind: 'changed'; recordId: string; before: Record<string, unknown> }
    | { kind: 'same'; recordId: string }
    /** An earlier row of the page has the same unique value. */
    | { kind: 'repeated'; of: number }
    | { kind: 'problem'; count: number };
}

/** What the user entered for a cell: another text, the chosen meaning, or a file in place of the page's. */
export type CellEdit =
  | { text: string }
  | { value: PropertyValue; label?: string | undefined }
  | { file: string; name: string };
/** By row and property. */
export type Edits = Record<string, CellEdit>;
/** @param row its place in the source; of a row that was sent, the name that `sentRow` gives it */
export const editKey = (row: number | string, property: string): string => `${row} ${property}`;
/** The name of a row that was sent, by its request and its place in it. */
export const sentRow = (part: string, row: number): string => `${part}/${row}`;

/**
 * Every row of a source as a difference to the table.
 * @param clears properties that an empty cell clears, in records that are changed
 * @param records what the table already has, as far as it was looked up
 */
export function planRows(
  source: Source,
  mapping: Mapping,
  properties: readonly TableProperty[],
  context: ConversionContext,
  edits: Edits,
  clears: readonly string[],
  records: readonly DataRecord[],
): PlannedRow[] {
  const mapped = mapping.flatMap((name, column) => {
    const property = properties.find((one) => one.name === name);
    return property ? [{ property, column }] : [];
  });
  const key = keyOf(mapped.map(({ property }) => property));
  const known = new Map(key ? records.map((record) => [plain(record[key.name]), record]) : []);
  const seen = new Map<string, number>();
  return source.rows.map((row, index) => {
    const cells = Object.fromEntries(
      mapped.map(({ property, column }) => [
        property.name,
        orClear(
          convertEdited(row[column], property, context, edits[editKey(index, property.name)]),
          clears.includes(property.name),
        ),
      ]),
    );
    return { index, cells, state: stateOf(index, cells) };
  });

  function stateOf(index: number, cells: PlannedRow['cells']): PlannedRow['state'] {
    const count = Object.values(cells).filter(
      ({ kind }) => kind === 'problem' || kind === 'ambiguous',
    ).length;
    if (count > 0) return { kind: 'problem', count };
    const value = key && chosenValue(cells[key.name]);
    if (!key || value === undefined) return allEqual(cells);
    const before = seen.get(plain(value));
    if (before !== undefined) return { kind: 'repeated', of: before };
    seen.set(plain(value), index);
    const record = known.get(plain(value));
    return record ? compare(cells, record) : { kind: 'new' };
  }

  /** Without a unique property, a row is the same only if all its values are. */
  function allEqual(cells: PlannedRow['cells']): PlannedRow['state'] {
    const record =
      mapped.length > 0 ? records.find((one) => differences(cells, one).length === 0) : undefined;
    return record ? { kind: 'same', recordId: record._id } : { kind: 'new' };
  }
}

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
export interface MendedRow {
  /** What was typed, converted like cells of a page. */
  cells: Record<string, Converted>;
  /** All values to send: a property that was emptied, or that the table has lost, is left out. */
  values: Record<string, PropertyValue>;
  isReady: boolean;
}

/** @param sent the values that were refused */
export function mendRow(
  row: string,
  sent: Readonly<Record<string, PropertyValue>>,
  properties: readonly TableProperty[],
  context: ConversionContext,
  edits: Edits,
): MendedRow {
  const cells = Object.fromEntries(
    properties.flatMap((property) => {
      const edit = edits[editKey(row, property.name)];
      return edit ? [[property.name, convertEdited(undefined, property, context, edit)] as const] : [];
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

/**
 * Whether a row can be sent at all: one without any value, such as a group header, would make the whole request fail.
 */
export const canBeSent = ({ state, cells }: PlannedRow): boolean =>
  state.kind !== 'problem' && Object.values(cells).some(({ kind }) => kind === 'value' || kind === 'upload');

/** Whether a row is sent by default: not if it already exists or needs attention. */
export const isSentByDefault = ({ state }: PlannedRow): boolean => state.kind === 'new';

function convertEdited(
  cell: Cell | undefined,
  property: TableProperty,
  context: ConversionContext,
  edit: CellEdit | undefined,
): Converted {
  if (edit && 'value' in edit)
    return { kind: 'value', value: edit.value, ...(edit.label !== undefined && { label: edit.label }) };
  if (edit && 'file' in edit)
    return toUpload({ kind: 'chosen', id: edit.file, name: edit.name }, property, context);
  return convert(edit ? { text: edit.text } : (cell ?? { text: '' }), property, context);
}

const orClear = (cell: Converted, clears: boolean): Converted =>
  clears && cell.kind === 'empty' ? { kind: 'clear' } : cell;

function compare(cells: PlannedRow['cells'], record: DataRecord): PlannedRow['state'] {
  const different = differences(cells, record);
  if (different.length === 0) return { kind: 'same', recordId: record._id };
  const before = Object.fromEntries(different.map((name) => [name, record[name]]));
  return { kind: 'changed', recordId: record._id, before };
}

function differences(cells: PlannedRow['cells'], record: DataRecord): string[] {
  return Object.entries(cells).flatMap(([name, cell]) => (isDifferent(cell, record[name]) ? [name] : []));
}

function isDifferent(cell: Converted, kept: unknown): boolean {
  if (cell.kind === 'value') return plain(cell.value) !== plain(kept);
  // Whether a file is the same as the one that is kept can't be seen: one that is there is left alone.
  const isNothing = plain(kept) === '';
  return cell.kind === 'clear' ? !isNothing : cell.kind === 'upload' && isNothing;
}

const chosenValue = (cell: Converted | undefined): PropertyValue | undefined =>
  cell?.kind === 'value' ? cell.value : undefined;

/** Normalizes values, so that a day equals the midnight that a backend makes of it, and `Yoga` equals `yoga `. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).sort().join('\n');
  if (typeof value === 'object' && value !== null) return String((value as { name?: unknown }).name ?? '');
  if (typeof value !== 'string') return String(value ?? '');
  const day = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.000)?Z$/.exec(value)?.[1];
  return day ?? plainText(value);
}
