import { isText } from '../../http/values.ts';
import { type OpenTable, requireTable } from '../backend/require-table.ts';
import { readUpload } from '../files/operations.ts';
import { storeFile } from '../files/store-file.ts';
import type { DataCall, DataOperation } from '../http/operation.ts';
import { notFound, refuseField } from '../http/problem.ts';
import { requireBody } from '../query/list-query.ts';
import { brief } from '../query/values.ts';
import { deleteRecord } from '../records/delete-records.ts';
import { nameOfCaller } from '../records/operations.ts';
import { checkEdit, editRecord } from '../records/write-records.ts';
import {
  type FieldValue,
  matcherOfFieldValues,
  matchingRecords,
  readFieldValues,
  requireConditions,
} from './filter.ts';
import { structureEntries, USAGES } from './structure-entries.ts';

const DEFAULT_LIMIT = 50;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** The table, filter and limit of an integrations call. */
interface Selection {
  table: OpenTable;
  filter: FieldValue[];
  limit: number;
}

function tableOfCall(call: DataCall, name: string, sent: unknown, use: 'read' | 'write'): OpenTable {
  if (!isText(sent)) return refuseField(name, `${name} must be the id of a table.`);
  return requireTable(call, sent, use);
}

/** Finds a table by its id, never by its name, as in the documented calls (data reference, Endpoints). */
function tableOfQuery(call: DataCall, name: string, use: 'read' | 'write'): OpenTable {
  const sent = call.query.get(name);
  const table = tableOfCall(call, name, sent, use);
  return table.structure._id === sent ? table : notFound(`There is no table with the id ${sent}.`);
}

function readSelection(call: DataCall, use: 'read' | 'write', defaultLimit: number): Selection {
  const { tableId, limit, filter } = requireBody(call.body);
  const table = tableOfCall(call, 'tableId', tableId, use);
  return {
    table,
    filter: readFieldValues(table.structure, 'filter', filter),
    limit: readLimit(limit, defaultLimit),
  };
}

function readLimit(sent: unknown, defaultLimit: number): number {
  if (sent === undefined || sent === null || sent === '') return defaultLimit;
  const limit = typeof sent === 'string' ? Number(sent) : sent;
  if (typeof limit !== 'number' || !Number.isSafeInteger(limit) || limit < 1) {
    return refuseField('limit', `limit must be a whole number from 1, not ${brief(sent)}.`);
  }
  return limit;
}

/** Sets the same values on several records: all of them, or none when one can't be taken. */
function updateAll(call: DataCall, { table, filter, limit }: Selection, changes: FieldValue[]) {
  return matchingRecords(table, filter, limit).then((records) => {
    const body = Object.fromEntries(changes.map(({ name, value }) => [name, value]));
    for (const record of records) checkEdit(call.backend, table, record, body);
    const unique = changes.find(({ name }) => table.structure.properties.get(name)?.canRepeat === false);
    if (unique !== undefined && records.length > 1) {
      refuseField(
        unique.name,
        `${unique.name} must be unique: it can't be set on ${records.length} records.`,
      );
    }
    const by = nameOfCaller(call);
    return records.map((record) => editRecord(call.world, call.backend, table, record, body, by));
  });
}

async function uploadAndLink(call: DataCall) {
  const table = tableOfQuery(call, 'table', 'write');
  const fileField = call.query.get('file_field') ?? '';
  const property = [...table.structure.properties.values()].find(({ id }) => id === fileField);
  if (property?.propertyType !== 'file') {
    return refuseField('file_field', `file_field must be a file property of ${table.structure.type}.`);
  }
  const filter = readFieldValues(table.structure, 'filter', call.query.get('filter') ?? undefined);
  requireConditions(filter);
  const limit = readLimit(call.query.get('limit'), NO_LIMIT);
  const { name, bytes } = await readUpload(call);
  const records = await matchingRecords(table, filter, limit);
  if (records.length === 0) notFound(`No record of ${table.structure.type} matches the filter.`);
  const file = storeFile(call.world, call.backend, name, bytes);
  call.world.counters.effects.filesUploaded += 1;
  const several = property.typeExtras?.file?.multiple === true;
  const by = nameOfCaller(call);
  return records.map((record) => {
    const known = several && Array.isArray(record[property.name]) ? (record[property.name] as unknown[]) : [];
    const value = several ? [...known, { name: file.name }] : { name: file.name };
    return editRecord(call.world, call.backend, table, record, { [property.name]: value }, by);
  });
}

/** Data reference, Endpoints: integrations; five of them have no path there (README, Choices). */
export const INTEGRATION_OPERATIONS: DataOperation[] = [
  {
    name: 'getTables',
    method: 'GET',
    path: '/integrations/get-tables',
    handle: ({ backend }) => ({
      data: [...backend.structures.values()].map(({ _id, label }) => ({ id: _id, label })),
    }),
  },
  {
    name: 'getTableStructure',
    method: 'GET',
    path: '/integrations/get-table-structure',
    handle(call) {
      const { structure } = tableOfQuery(call, 'id', 'read');
      const sent = call.query.get('usage') ?? 'read';
      const usage = USAGES.find((one) => one === sent);
      if (usage === undefined)
        return refuseField('usage', `usage must be one of ${USAGES.join(', ')}, not ${brief(sent)}.`);
      return { data: structureEntries(call.backend, structure, usage) };
    },
  },
  {
    name: 'uploadAndLinkFile',
    method: 'POST',
    path: '/integrations/upload-file',
    takes: 'multipart',
    handle: async (call) => ({ data: await uploadAndLink(call) }),
  },
  {
    name: 'getNewRecords',
    method: 'POST',
    path: '/integrations/get-new-records',
    async handle(call) {
      const { table, filter, limit } = readSelection(call, 'read', DEFAULT_LIMIT);
      return { data: (await matchingRecords(table, filter, NO_LIMIT)).toReversed().slice(0, limit) };
    },
  },
  {
    name: 'searchRecords',
    method: 'POST',
    path: '/integrations/search-records',
    async handle(call) {
      const { table, filter, limit } = readSelection(call, 'read', DEFAULT_LIMIT);
      return { data: await matchingRecords(table, filter, limit) };
    },
  },
  {
    name: 'updateRecords',
    method: 'POST',
    path: '/integrations/update-records',
    async handle(call) {
      const selection = readSelection(call, 'write', NO_LIMIT);
      requireConditions(selection.filter);
      const { newProperties } = requireBody(call.body);
      const changes = readFieldValues(selection.table.structure, 'newProperties', newProperties);
      if (changes.length === 0) refuseField('newProperties', 'newProperties must hold a { field, value }.');
      return { data: await updateAll(call, selection, changes) };
    },
  },
  {
    name: 'deleteRecords',
    method: 'POST',
    path: '/integrations/delete-records',
    async handle(call) {
      const { table, filter, limit } = readSelection(call, 'write', NO_LIMIT);
      requireConditions(filter);
      const records = await matchingRecords(table, filter, limit);
      for (const record of records) deleteRecord(call.world, call.backend, table, record, nameOfCaller(call));
      return { data: records };
    },
  },
  {
    name: 'getLastDeletedRecords',
    method: 'POST',
    path: '/integrations/last-deleted-records',
    async handle(call) {
      const { table, filter, limit } = readSelection(call, 'read', DEFAULT_LIMIT);
      const matches = await matcherOfFieldValues(table.structure, filter);
      const own = call.backend.deleted.filter(
        ({ typeId, object }) => typeId === table.structure._id && matches(object),
      );
      return {
        data: own
          .toReversed()
          .slice(0, limit)
          .map(({ object }) => object),
      };
    },
  },
];
