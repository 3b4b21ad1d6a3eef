import { iso } from '../clock/calendar.ts';
import { type Answer, type Call, param } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord, isText, shown } from '../http/values.ts';
import type { Row } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import { legacyQuery } from './legacy-query.ts';
import {
  ensureTable,
  LEGACY_ENVIRONMENT,
  requireRow,
  requireTable,
  structureOf,
  tablesOf,
} from './tables.ts';

export function getTablesStructure(call: Call): Answer {
  return { data: { tables: structureOf(tables(call)).map(legacyTable) } };
}

/** A table as the legacy engine reports it: its name is its `type`, its columns are `properties` by name. */
function legacyTable({ name, columns }: ReturnType<typeof structureOf>[number]) {
  const properties = columns.map((column) => [
    column.name,
    {
      id: `${name}.${column.name}`,
      name: column.name,
      propertyType: column.type === 'number' ? 'number' : 'string',
      label: column.name,
    },
  ]);
  const reported = { _id: name, type: name, label: name, description: '', icon: 'fa-solid fa-table' };
  return { ...reported, properties: Object.fromEntries(properties) };
}

/** Legacy query: `{ tableName, queryOptions }`; responds with `{ results }`. */
export function queryTable(call: Call): Answer {
  const body = bodyOf(call);
  const rows = requireTable(tables(call), tableName(body));
  return { data: { results: legacyQuery(rows, isRecord(body.queryOptions) ? body.queryOptions : {}) } };
}

export function createLegacyRecord(call: Call): Answer {
  const body = bodyOf(call);
  const name = tableName(body);
  const at = iso(call.world.clock.now());
  const record = { ...dataOf(body.data), _id: call.world.random.hex(24), createdAt: at, updatedAt: at };
  ensureTable(tables(call), name).push(record);
  return { data: record };
}

export function updateLegacyRecord(call: Call): Answer {
  const body = bodyOf(call);
  const record = requireRow(requireTable(tables(call), tableName(body)), param(call, 'recordId'));
  const { _id } = record;
  const updatedAt = iso(call.world.clock.now());
  return { data: Object.assign(record, dataOf(body.data), { _id, updatedAt }) };
}

export function deleteLegacyRecord(call: Call): Answer {
  const body = isRecord(call.body) ? call.body : Object.fromEntries(call.query);
  const rows = requireTable(tables(call), tableName(body));
  rows.splice(rows.indexOf(requireRow(rows, param(call, 'recordId'))), 1);
  return { data: { success: true } };
}

export function linkRecord(call: Call): Answer {
  relink(call, (kept, target) => [...kept, target]);
  return { data: { linked: true } };
}

export function unlinkRecord(call: Call): Answer {
  relink(call, (kept) => kept);
  return { data: { unlinked: true } };
}

function relink(call: Call, change: (kept: unknown[], target: unknown) => unknown[]): void {
  const body = isRecord(call.body) ? call.body : Object.fromEntries(call.query);
  const record = requireRow(requireTable(tables(call), tableName(body)), param(call, 'recordId'));
  const property = shown(body.propertyName);
  const kept = Array.isArray(record[property])
    ? record[property].filter((id) => id !== body.referenceId)
    : [];
  record[property] = change(kept, body.referenceId);
}

function tables(call: Call) {
  return tablesOf(requireProject(call), LEGACY_ENVIRONMENT);
}

function bodyOf(call: Call): Record<string, unknown> {
  return isRecord(call.body) ? call.body : {};
}

function dataOf(value: unknown): Row {
  return isRecord(value) ? value : refuse(400, 'MISSING_DATA', 'data is required and must be an object');
}

function tableName(body: Record<string, unknown>): string {
  return isText(body.tableName) ? body.tableName : refuse(400, 'MISSING_TABLE_NAME', 'tableName is required');
}
