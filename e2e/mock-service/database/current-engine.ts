import { type Answer, type Call, param } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord, shown, wholeNumber } from '../http/values.ts';
import type { Row } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import { holds, sortRows } from './conditions.ts';
import { runSql } from './sql.ts';
import { ensureTable, requireRow, requireTable, structureOf, tablesOf } from './tables.ts';

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 1000;

export function getSchema(call: Call): Answer {
  const env = call.query.get('env') ?? 'development';
  return { data: { env, tables: structureOf(tablesOf(requireProject(call), env)) } };
}

/** Rows query: `{ env, table, filter: { and: [{ column, op, value }] }, sort: [{ column, dir }], page }`. */
export function queryRows(call: Call): Answer {
  const body = bodyOf(call);
  const rows = requireTable(tablesOf(requireProject(call), body.env), body.table);
  const conditions = isRecord(body.filter) && Array.isArray(body.filter.and) ? body.filter.and : [];
  const found = rows.filter((row) =>
    conditions.every((one) => isRecord(one) && holds(row[shown(one.column)], shown(one.op), one.value)),
  );
  const sort = (Array.isArray(body.sort) ? body.sort.filter(isRecord) : []).map(
    ({ column, dir }) => [shown(column), dir === 'desc' ? -1 : 1] as const,
  );
  const page = isRecord(body.page) ? body.page : {};
  const limit = wholeNumber(shown(page.limit ?? ''), DEFAULT_PAGE, 1, LARGEST_PAGE);
  return { data: { rows: sortRows(found, sort).slice(0, limit), total: found.length } };
}

export function createRecord(call: Call): Answer {
  const body = bodyOf(call);
  const tables = tablesOf(requireProject(call), body.env);
  const record = { id: call.world.random.hex(24), ...dataOf(body.data) };
  ensureTable(tables, body.table).push(record);
  return { data: record };
}

export function createRecords(call: Call): Answer {
  const body = bodyOf(call);
  if (!Array.isArray(body.data)) refuse(400, 'VALIDATION_ERROR', 'data must be a list of objects');
  const tables = tablesOf(requireProject(call), body.env);
  const records = body.data.map((entry) => ({ id: call.world.random.hex(24), ...dataOf(entry) }));
  const rows = ensureTable(tables, body.table);
  for (const record of records) rows.push(record);
  return { data: { records, count: records.length } };
}

export function updateRecord(call: Call): Answer {
  const body = bodyOf(call);
  const rows = requireTable(tablesOf(requireProject(call), body.env), body.table);
  const record = requireRow(rows, param(call, 'recordId'));
  const { id } = record;
  return { data: Object.assign(record, dataOf(body.data), { id }) };
}

export function deleteRecord(call: Call): Answer {
  const body = isRecord(call.body) ? call.body : Object.fromEntries(call.query);
  const rows = requireTable(tablesOf(requireProject(call), body.env), body.table);
  rows.splice(rows.indexOf(requireRow(rows, param(call, 'recordId'))), 1);
  return { data: { success: true } };
}

/** Links (or, with `action` `unlink`, unlinks) two records through a column of the first. */
export function changeRelation(call: Call): Answer {
  const body = bodyOf(call);
  const rows = requireTable(tablesOf(requireProject(call), body.env), body.table);
  const record = requireRow(rows, shown(body.id));
  const column = shown(body.relation);
  const kept = Array.isArray(record[column]) ? record[column].filter((id) => id !== body.targetId) : [];
  const unlinks = body.action === 'unlink';
  record[column] = unlinks ? kept : [...kept, body.targetId];
  return { data: unlinks ? { unlinked: true } : { linked: true } };
}

export function querySql(call: Call): Answer {
  const body = bodyOf(call);
  if (typeof body.sql !== 'string') refuse(400, 'VALIDATION_ERROR', 'sql must be text');
  return { data: runSql(tablesOf(requireProject(call), body.env), body.sql) };
}

function bodyOf(call: Call): Record<string, unknown> {
  return isRecord(call.body) ? call.body : {};
}

function dataOf(value: unknown): Row {
  return isRecord(value) ? value : refuse(400, 'VALIDATION_ERROR', 'data must be an object');
}
