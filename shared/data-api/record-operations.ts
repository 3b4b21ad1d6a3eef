import * as z from 'zod/mini';
import { plainObject } from '../request-schema.ts';
import { isAskable } from '../withheld.ts';
import { filter, jsonText, listQuery, pagination, sort } from './conditions.ts';
import { nestedFilter, nestedQuery } from './nested.ts';
import { dataOperation } from './operation.ts';
import { pipelineText } from './pipeline.ts';
import { anything, dataRecord, records, tableStructure, writtenRecord } from './records.ts';

const yesOrNo = z.enum(['true', 'false'], 'must be true or false');
const name = z
  .string('must be a text')
  .check(z.refine((value) => /^[A-Za-z0-9_-]{1,128}$/.test(value), 'must be a name or an id'));

/** A property to compute with. */
const askable = name.check(z.refine(isAskable, 'must be a property that is not withheld'));

const listParameters = {
  filter: z.optional(jsonText(filter)),
  sort: z.optional(jsonText(sort)),
  pagination: z.optional(jsonText(pagination)),
};

const link = z.strictObject({ propertyId: name, referenceId: name });

const TABLE = '/crud/:typeId';
const RECORD = `${TABLE}/:id`;

/** Tables and their records. */
export const recordOperations = {
  getDataStructure: dataOperation({ method: 'GET', path: '/data-structure', data: z.array(tableStructure) }),
  listRecords: dataOperation({
    method: 'GET',
    path: TABLE,
    query: z.strictObject({ ...listParameters, returnCount: z.optional(yesOrNo) }),
    data: records,
  }),
  queryRecords: dataOperation({
    method: 'POST',
    path: '/crud/query/:typeId',
    body: listQuery,
    data: records,
  }),
  getRecord: dataOperation({ method: 'GET', path: RECORD, data: dataRecord }),
  createRecord: dataOperation({
    method: 'POST',
    path: TABLE,
    effect: 'change',
    body: plainObject,
    data: writtenRecord,
  }),
  editRecord: dataOperation({
    method: 'PATCH',
    path: RECORD,
    effect: 'change',
    body: plainObject,
    data: writtenRecord,
  }),
  deleteRecord: dataOperation({
    method: 'DELETE',
    path: RECORD,
    role: 'owner',
    effect: 'delete',
    data: anything,
  }),
  deleteWithSubelements: dataOperation({
    method: 'DELETE',
    path: `${RECORD}/:pageId/subelements`,
    role: 'owner',
    effect: 'delete',
    data: anything,
  }),
};

export const referenceOperations = {
  listReferencedRecords: dataOperation({
    method: 'GET',
    path: `${RECORD}/:propertyName`,
    query: z.strictObject(listParameters),
    data: records,
  }),
  addReference: dataOperation({
    method: 'PATCH',
    path: `${RECORD}/add-many-to-many-reference`,
    effect: 'change',
    body: link,
    data: anything,
  }),
  dropReference: dataOperation({
    method: 'PATCH',
    path: `${RECORD}/drop-many-to-many-reference`,
    effect: 'change',
    body: link,
    data: anything,
  }),
};

/** Reads over several records or tables. */
export const queryOperations = {
  queryNested: dataOperation({
    method: 'POST',
    path: '/crud/nested',
    body: z.strictObject({ nestedQuery }),
    data: anything,
  }),
  filterNested: dataOperation({
    method: 'POST',
    path: '/filter/nested-filter',
    body: z.strictObject({
      nestedFilter,
      tableNameToGetResults: name,
      filterOptions: z.optional(
        z.strictObject({ pagination: z.optional(pagination), sort: z.optional(sort) }),
      ),
    }),
    data: records,
  }),
  filterPage: dataOperation({
    method: 'GET',
    path: '/filter/:idPage',
    query: z.strictObject({ query: z.optional(z.string()) }),
    data: records,
  }),
  aggregate: dataOperation({
    method: 'POST',
    path: '/filter/custom-mongo-aggregation-query',
    body: z.strictObject({ type: name, customMongoQuery: pipelineText }),
    data: anything,
  }),
  getStatistic: dataOperation({
    method: 'POST',
    path: '/statistics/get-statistic',
    body: z.strictObject({
      query: z.optional(filter),
      options: z.strictObject({
        statisticType: z.enum(['quantity', 'add'], 'must be quantity or add'),
        tableName: name,
        propertyName: z.optional(askable),
      }),
    }),
    data: z.number(),
  }),
};

/** What was changed and deleted. */
export const historyOperations = {
  getUpdateHistory: dataOperation({ method: 'GET', path: '/updates-record/:objectId', data: anything }),
  listDeletedData: dataOperation({ method: 'GET', path: '/data-deleted', data: anything }),
  undoDelete: dataOperation({
    method: 'PUT',
    path: '/data-deleted/undo-delete-object/:objectId',
    effect: 'change',
    data: anything,
  }),
};
