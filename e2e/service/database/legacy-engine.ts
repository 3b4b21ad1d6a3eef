import { type Answer, type Call, param } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord, shown, wholeNumber } from '../http/values.ts';
import { requireProject } from '../projects/require-project.ts';
import type { Row } from '../world/project.ts';
import { holds, sortRows } from './conditions.ts';
import {
  ensureTable,
  LEGACY_ENVIRONMENT,
  requireRow,
  requireTable,
  structureOf,
  tablesOf,
} from './tables.ts';

const DEFAULT_LIMIT = 50;
const LARGEST_LIMIT = 1000;

export function getTablesStructure(call: Call): Answer {
  return { data: { tables: structureOf(tables(call)) } };
}

/** Legacy query: `{ tableName, queryOptions: { _filter, _sort, _limit } }`. */
export function queryTable(call: Call): Answer {
  const body = bodyOf(call);
  const options = isRecord(body.queryOptions) ? body.queryOptions : {};
  const filter = Object.entries(isRecord(options._filter) ? options._filter : {});
  const found = requireTable(tables(call), body.tableName).filter((row) =>
    filter.every(([column, wanted]) => meets(row[column], wanted)),
  );
  const sort = Object.entries(isRecord(options._sort) ? options._sort : {}).map(
    ([column, direction]) => [column, direction === -1 ? -1 : 1] as const,
  );
  const limit = wholeNumber(shown(options._limit ?? ''), DEFAULT_LIMIT, 1, LARGEST_LIMIT);
  return { data: sortRows(found, sort).slice(0, limit) };
}

function meets(actual: unknown, wanted: unknown): boolean {
  if (!isRecord(wanted)) return actual === wanted;
  return Object.entries(wanted).every(([op, expected]) => holds(actual, op, expected));
}

export function createLegacyRecord(call: Call): Answer {
  const body = bodyOf(call);
  const record = { _id: call.world.random.hex(24), ...dataOf(body.data) };
  ensureTable(tables(call), body.tableName).push(record);
  return { data: record };
}

export function updateLegacyRecord(call: Call): Answer {
  const body = bodyOf(call);
  const record = requireRow(requireTable(tables(call), body.tableName), param(call, 'recordId'));
  const { _id } = record;
  return { data: Object.assign(record, dataOf(body.data), { _id }) };
}

export function deleteLegacyRecord(call: Call): Answer {
  const body = isRecord(call.body) ? call.body : Object.fromEntries(call.query);
  const rows = requireTable(tables(call), body.tableName);
  rows.splice(rows.indexOf(requireRow(rows, param(call, 'recordId'))), 1);
  return { data: { success: true } };
}

export function linkRecord(call: Call): Answer {
  return { data: relinked(call, (kept, target) => [...kept, target]) };
}

export function unlinkRecord(call: Call): Answer {
  return { data: relinked(call, (kept) => kept) };
}

function relinked(call: Call, change: (kept: unknown[], target: unknown) => unknown[]): Row {
  const body = isRecord(call.body) ? call.body : Object.fromEntries(call.query);
  const record = requireRow(requireTable(tables(call), body.tableName), param(call, 'recordId'));
  const property = shown(body.propertyName);
  const kept = Array.isArray(record[property])
    ? record[property].filter((id) => id !== body.referenceId)
    : [];
  record[property] = change(kept, body.referenceId);
  return record;
}

function tables(call: Call) {
  return tablesOf(requireProject(call), LEGACY_ENVIRONMENT);
}

function bodyOf(call: Call): Record<string, unknown> {
  return isRecord(call.body) ? call.body : {};
}

function dataOf(value: unknown): Row {
  return isRecord(value) ? value : refuse(400, 'VALIDATION_ERROR', 'data must be an object');
}
