import type { DataRecord, TableProperty } from '../../shared/data-api/records.ts';
import { type Converted, convert, type PropertyValue } from './convert.ts';
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

/** The user's changes of cells, by row and property: the text instead of the page's, or the selected meaning. */
export type Edits = Record<string, { text: string } | { value: PropertyValue }>;
export const editKey = (row: number, property: string): string => `${row} ${property}`;

/**
 * Every row of a source as a difference to the table.
 * @param records what the table already has, as far as it was looked up
 */
export function planRows(
  source: Source,
  mapping: Mapping,
  properties: readonly TableProperty[],
  language: string | null,
  edits: Edits,
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
        convertEdited(row[column], property, language, edits[editKey(index, property.name)]),
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
    properties.find(({ canRepeat, propertyType }) => canRepeat !== true && propertyType !== 'long-string') ??
    null
  );
}

/** The values of a row to send. An empty cell leaves its property out. */
export function valuesOf({ cells }: PlannedRow): Record<string, PropertyValue> {
  return Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]) => (cell.kind === 'value' ? [[name, cell.value]] : [])),
  );
}

/**
 * Whether a row can be sent at all: one without any value, such as a group header, would make the whole request fail.
 */
export const canBeSent = ({ state, cells }: PlannedRow): boolean =>
  state.kind !== 'problem' && Object.values(cells).some(({ kind }) => kind === 'value');

/** Whether a row is sent by default: not if it already exists or needs attention. */
export const isSentByDefault = ({ state }: PlannedRow): boolean => state.kind === 'new';

function convertEdited(
  cell: Cell | undefined,
  property: TableProperty,
  language: string | null,
  edit: Edits[string] | undefined,
): Converted {
  if (edit && 'value' in edit) return { kind: 'value', value: edit.value };
  return convert(edit ? { text: edit.text } : (cell ?? { text: '' }), property, language);
}

function compare(cells: PlannedRow['cells'], record: DataRecord): PlannedRow['state'] {
  const different = differences(cells, record);
  if (different.length === 0) return { kind: 'same', recordId: record._id };
  const before = Object.fromEntries(different.map((name) => [name, record[name]]));
  return { kind: 'changed', recordId: record._id, before };
}

function differences(cells: PlannedRow['cells'], record: DataRecord): string[] {
  return Object.entries(cells).flatMap(([name, cell]) =>
    cell.kind === 'value' && plain(cell.value) !== plain(record[name]) ? [name] : [],
  );
}

const chosenValue = (cell: Converted | undefined): PropertyValue | undefined =>
  cell?.kind === 'value' ? cell.value : undefined;

/** Normalizes values, so that a day equals the midnight that a backend makes of it, and `Yoga` equals `yoga `. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).sort().join('\n');
  if (typeof value !== 'string') return String(value ?? '');
  const day = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.000)?Z$/.exec(value)?.[1];
  return day ?? value.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
