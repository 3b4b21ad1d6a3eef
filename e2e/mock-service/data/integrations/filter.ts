import { isRecord } from '../../http/values.ts';
import type { DataRecord } from '../backend/backend.ts';
import type { OpenTable } from '../backend/require-table.ts';
import { refuseField } from '../http/problem.ts';
import { criteriaOf } from '../query/filter.ts';
import { matcherOf } from '../query/list-query.ts';
import { SYSTEM_FIELDS, type TableStructure } from '../structure/table-structure.ts';

export interface FieldValue {
  /** Name of the property, whose id a request gives. */
  name: string;
  value: unknown;
}

/** Reads `[{ field, value }]`, as a list or as its base64 text (data reference, Integration filter). */
export function readFieldValues(structure: TableStructure, name: string, sent: unknown): FieldValue[] {
  const list = typeof sent === 'string' ? decode(name, sent) : sent;
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return refuseField(name, `${name} must be a list of { field, value }.`);
  return list.map((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.field !== 'string' || !('value' in entry)) {
      return refuseField(name, `${name} must be a list of { field, value }.`);
    }
    return { name: nameOf(structure, entry.field), value: entry.value };
  });
}

function nameOf(structure: TableStructure, field: string): string {
  if (SYSTEM_FIELDS.some((one) => one === field)) return field;
  const property = [...structure.properties.values()].find(({ id }) => id === field);
  return property?.name ?? refuseField(field, `${structure.type} has no property with the id ${field}.`);
}

/** A query string turns the `+` of base64 into a space. */
function decode(name: string, text: string): unknown {
  if (text.trim() === '') return undefined;
  if (/^\s*\[/.test(text)) return parse(name, text);
  return parse(name, Buffer.from(text.replaceAll(' ', '+'), 'base64').toString('utf8'));
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuseField(name, `${name} must be the base64 text of a JSON list of { field, value }.`);
  }
}

/** Whether a record has every value of an integration filter. */
export function matcherOfFieldValues(
  structure: TableStructure,
  filter: readonly FieldValue[],
): Promise<(record: DataRecord) => boolean> {
  return matcherOf(
    criteriaOf(
      structure,
      filter.map(({ name, value }) => ({ [name]: value })),
    ),
  );
}

/** The records that match, in the order of their creation, `limit` at most. */
export async function matchingRecords(
  { structure, records }: OpenTable,
  filter: readonly FieldValue[],
  limit: number,
): Promise<DataRecord[]> {
  const matches = await matcherOfFieldValues(structure, filter);
  return [...records.values()].filter(matches).slice(0, limit);
}

/** What changes or deletes records has to say which. */
export function requireConditions(filter: readonly FieldValue[]): void {
  if (filter.length === 0) refuseField('filter', 'filter must name at least one { field, value }.');
}
