import { isText } from '../../http/values.ts';
import type { DataRecord } from '../backend/backend.ts';
import { dataStateOf, userOfKey } from '../backend/data-state.ts';
import { requireRecord, requireTable } from '../backend/require-table.ts';
import { type DataCall, type DataOperation, type DataResult, param } from '../http/operation.ts';
import { notFound, refuseField } from '../http/problem.ts';
import { readQueryParameters } from '../http/query-parameters.ts';
import { type Listed, listRecords, readListQuery, requireBody } from '../query/list-query.ts';
import { deleteRecord } from './delete-records.ts';
import { deleteWithSubelements } from './delete-subelements.ts';
import { addLink, dropLink, referencedRecords, requireReference } from './references.ts';
import { createRecord, editRecord } from './write-records.ts';

const TABLE = '/crud/:typeId';
const RECORD = `${TABLE}/:id`;

function tableOfCall(call: DataCall, use: 'read' | 'write') {
  return requireTable(call, param(call, 'typeId'), use);
}

/** Author of a change. */
export function nameOfCaller(call: DataCall): string {
  return userOfKey(call.backend, call.key)?.email ?? call.key.projectId;
}

/** A write returns the whole record; older backends only its id (gaps page). */
function written(call: DataCall, record: DataRecord): DataResult {
  const { olderResponses } = dataStateOf(call.world).settings;
  return { data: olderResponses ? { insertedId: record._id } : record };
}

export function listed({ page, count }: Listed): DataResult {
  return { data: page, ...(count !== undefined && { count }) };
}

async function list(call: DataCall, sent: Record<string, unknown>): Promise<DataResult> {
  const { structure, records } = tableOfCall(call, 'read');
  const query = readListQuery(structure, sent);
  const limit = Math.min(query.limit, dataStateOf(call.world).settings.largestPage ?? query.limit);
  const offset = (query.offset / query.limit) * limit;
  return listed(await listRecords(records.values(), { ...query, limit, offset }));
}

function changeLink(call: DataCall, change: typeof addLink): DataResult {
  const table = tableOfCall(call, 'write');
  const record = requireRecord(table, param(call, 'id'));
  const { propertyId, referenceId } = requireBody(call.body);
  if (!isText(propertyId)) return refuseField('propertyId', 'propertyId must name a property.');
  if (!isText(referenceId)) return refuseField('referenceId', 'referenceId must be the _id of a record.');
  const reference = requireReference(call.backend, table, propertyId);
  if (reference.relation !== 'manyToMany') {
    return refuseField('propertyId', `${reference.property.name} holds no many-to-many reference.`);
  }
  requireTable(call, reference.to.structure.type, 'read');
  if (!reference.to.records.has(referenceId)) {
    return notFound(`There is no record ${referenceId} in ${reference.to.structure.type}.`);
  }
  change(call.backend, reference, record._id, referenceId);
  return { data: record };
}

/** Data reference, Endpoints: generic record operations. */
export const RECORD_OPERATIONS: DataOperation[] = [
  {
    name: 'queryRecords',
    method: 'POST',
    path: '/crud/query/:typeId',
    handle: (call) => list(call, requireBody(call.body)),
  },
  {
    name: 'listRecords',
    method: 'GET',
    path: TABLE,
    handle: (call) => list(call, readQueryParameters(call.query)),
  },
  {
    name: 'createRecord',
    method: 'POST',
    path: TABLE,
    handle(call) {
      const table = tableOfCall(call, 'write');
      return written(call, createRecord(call.world, call.backend, table, call.body));
    },
  },
  {
    name: 'getRecord',
    method: 'GET',
    path: RECORD,
    handle: (call) => ({ data: requireRecord(tableOfCall(call, 'read'), param(call, 'id')) }),
  },
  {
    name: 'editRecord',
    method: 'PATCH',
    path: RECORD,
    handle(call) {
      const table = tableOfCall(call, 'write');
      const before = requireRecord(table, param(call, 'id'));
      const by = nameOfCaller(call);
      return written(call, editRecord(call.world, call.backend, table, before, call.body, by));
    },
  },
  {
    name: 'deleteRecord',
    method: 'DELETE',
    path: RECORD,
    handle(call) {
      const table = tableOfCall(call, 'write');
      const record = requireRecord(table, param(call, 'id'));
      deleteRecord(call.world, call.backend, table, record, nameOfCaller(call));
      return { data: null };
    },
  },
  {
    name: 'deleteWithSubelements',
    method: 'DELETE',
    path: `${RECORD}/:pageId/subelements`,
    handle(call) {
      deleteWithSubelements(call, param(call, 'typeId'), param(call, 'id'), param(call, 'pageId'));
      return { data: null };
    },
  },
  {
    name: 'listReferencedRecords',
    method: 'GET',
    path: `${RECORD}/:propertyName`,
    async handle(call) {
      const table = tableOfCall(call, 'read');
      const record = requireRecord(table, param(call, 'id'));
      const reference = requireReference(call.backend, table, param(call, 'propertyName'));
      if (reference.relation !== 'manyToMany' && dataStateOf(call.world).settings.strict) {
        refuseField('propertyName', `${reference.property.name} holds no many-to-many reference.`);
      }
      const { structure } = requireTable(call, reference.to.structure.type, 'read');
      const query = readListQuery(structure, readQueryParameters(call.query));
      return listed(await listRecords(referencedRecords(call.backend, reference, record), query));
    },
  },
  {
    name: 'addManyToManyReference',
    method: 'PATCH',
    path: `${RECORD}/add-many-to-many-reference`,
    handle: (call) => changeLink(call, addLink),
  },
  {
    name: 'dropManyToManyReference',
    method: 'PATCH',
    path: `${RECORD}/drop-many-to-many-reference`,
    handle: (call) => changeLink(call, dropLink),
  },
];
