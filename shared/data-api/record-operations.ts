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

const ofLink = {
  effect: 'change',
  body: z.strictObject({ propertyId: name, referenceId: name }),
} as const;

const TABLE = '/crud/:typeId';
const RECORD = `${TABLE}/:id`;

/** Tables and their records. */
export const recordOperations = {
  getDataStructure: dataOperation('GET', '/data-structure', z.array(tableStructure)),
  listRecords: dataOperation('GET', TABLE, records, {
    query: z.strictObject({ ...listParameters, returnCount: z.optional(yesOrNo) }),
  }),
  queryRecords: dataOperation('POST', '/crud/query/:typeId', records, { body: listQuery }),
  getRecord: dataOperation('GET', RECORD, dataRecord),
  createRecord: dataOperation('POST', TABLE, writtenRecord, { effect: 'change', body: plainObject }),
  editRecord: dataOperation('PATCH', RECORD, writtenRecord, { effect: 'change', body: plainObject }),
  deleteRecord: dataOperation('DELETE', RECORD, anything, { role: 'owner', effect: 'delete' }),
  deleteWithSubelements: dataOperation('DELETE', `${RECORD}/:pageId/subelements`, anything, {
    role: 'owner',
    effect: 'delete',
  }),
};

export const referenceOperations = {
  listReferencedRecords: dataOperation('GET', `${RECORD}/:propertyName`, records, {
    query: z.strictObject(listParameters),
  }),
  addReference: dataOperation('PATCH', `${RECORD}/add-many-to-many-reference`, anything, ofLink),
  dropReference: dataOperation('PATCH', `${RECORD}/drop-many-to-many-reference`, anything, ofLink),
};

/** Reads over several records or tables. */
export const queryOperations = {
  queryNested: dataOperation('POST', '/crud/nested', anything, { body: z.strictObject({ nestedQuery }) }),
  filterNested: dataOperation('POST', '/filter/nested-filter', records, {
    body: z.strictObject({
      nestedFilter,
      tableNameToGetResults: name,
      filterOptions: z.optional(
        z.strictObject({ pagination: z.optional(pagination), sort: z.optional(sort) }),
      ),
    }),
  }),
  filterPage: dataOperation('GET', '/filter/:idPage', records, {
    query: z.strictObject({ query: z.optional(z.string()) }),
  }),
  aggregate: dataOperation('POST', '/filter/custom-mongo-aggregation-query', anything, {
    body: z.strictObject({ type: name, customMongoQuery: pipelineText }),
  }),
  getStatistic: dataOperation('POST', '/statistics/get-statistic', z.number(), {
    body: z.strictObject({
      query: z.optional(filter),
      options: z.strictObject({
        statisticType: z.enum(['quantity', 'add'], 'must be quantity or add'),
        tableName: name,
        propertyName: z.optional(askable),
      }),
    }),
  }),
};

/** What was changed and deleted. */
export const historyOperations = {
  getUpdateHistory: dataOperation('GET', '/updates-record/:objectId', anything),
  listDeletedData: dataOperation('GET', '/data-deleted', anything),
  undoDelete: dataOperation('PUT', '/data-deleted/undo-delete-object/:objectId', anything, {
    effect: 'change',
  }),
};
