import * as z from 'zod/mini';
import { described, plainObject } from '../request-schema.ts';
import { isAskable } from '../withheld.ts';
import { filter, jsonText, listQuery, pagination, sort } from './conditions.ts';
import { nestedFilter, nestedQuery } from './nested.ts';
import { dataOperation } from './operation.ts';
import { pipelineText } from './pipeline.ts';
import { anything, dataRecord, records, tableStructure, writtenRecord } from './records.ts';

const yesOrNo = described(
  z.enum(['true', 'false'], 'must be true or false'),
  'adds the number of all results',
);
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
  getDataStructure: dataOperation('GET', '/data-structure', z.array(tableStructure), {
    does: 'Reads the tables of the app, with their properties',
  }),
  listRecords: dataOperation('GET', TABLE, records, {
    does: 'Reads a page of records, by a query in the address',
    query: z.strictObject({ ...listParameters, returnCount: z.optional(yesOrNo) }),
  }),
  queryRecords: dataOperation('POST', '/crud/query/:typeId', records, {
    does: 'Reads a page of records',
    body: listQuery,
  }),
  getRecord: dataOperation('GET', RECORD, dataRecord, { does: 'Reads a record' }),
  createRecord: dataOperation('POST', TABLE, writtenRecord, {
    does: 'Creates a record',
    effect: 'change',
    body: plainObject,
  }),
  editRecord: dataOperation('PATCH', RECORD, writtenRecord, {
    does: 'Changes properties of a record',
    effect: 'change',
    body: plainObject,
  }),
  deleteRecord: dataOperation('DELETE', RECORD, anything, {
    does: 'Deletes a record; it stays among the deleted data',
    role: 'owner',
    effect: 'delete',
  }),
  deleteWithSubelements: dataOperation('DELETE', `${RECORD}/:pageId/subelements`, anything, {
    does: 'Deletes a record and its parts',
    role: 'owner',
    effect: 'delete',
  }),
};

export const referenceOperations = {
  listReferencedRecords: dataOperation('GET', `${RECORD}/:propertyName`, records, {
    does: 'Reads the records that a property references',
    query: z.strictObject(listParameters),
  }),
  addReference: dataOperation('PATCH', `${RECORD}/add-many-to-many-reference`, anything, {
    ...ofLink,
    does: 'Links two records by a many-to-many property',
  }),
  dropReference: dataOperation('PATCH', `${RECORD}/drop-many-to-many-reference`, anything, {
    ...ofLink,
    does: 'Unlinks two records; both stay',
  }),
};

/** Reads over several records or tables. */
export const queryOperations = {
  queryNested: dataOperation('POST', '/crud/nested', anything, {
    does: 'Reads records with the ones they reference inside',
    body: z.strictObject({ nestedQuery }),
  }),
  filterNested: dataOperation('POST', '/filter/nested-filter', records, {
    does: 'Reads records of a table by conditions on other tables',
    body: z.strictObject({
      nestedFilter,
      tableNameToGetResults: name,
      filterOptions: z.optional(
        z.strictObject({ pagination: z.optional(pagination), sort: z.optional(sort) }),
      ),
    }),
  }),
  filterPage: dataOperation('GET', '/filter/:idPage', records, {
    does: 'Searches the records of a page of the app',
    query: z.strictObject({
      query: z.optional(z.string()),
      // The reference does not say what these texts look like.
      idsOfMultipleNodesToSearch: z.optional(z.string()),
      returnCount: z.optional(z.string()),
    }),
  }),
  aggregate: dataOperation('POST', '/filter/custom-mongo-aggregation-query', anything, {
    does: 'Runs an aggregation over a table',
    body: z.strictObject({ type: name, customMongoQuery: pipelineText }),
  }),
  getStatistic: dataOperation('POST', '/statistics/get-statistic', z.number(), {
    does: 'Counts records, or sums a property',
    body: z.strictObject({
      query: z.optional(filter),
      options: z.strictObject({
        statisticType: described(
          z.enum(['quantity', 'add'], 'must be quantity or add'),
          'quantity counts, add sums',
        ),
        tableName: name,
        propertyName: z.optional(described(askable, 'of add')),
      }),
    }),
  }),
};

/** What was changed and deleted. */
export const historyOperations = {
  getUpdateHistory: dataOperation('GET', '/updates-record/:objectId', anything, {
    does: 'Reads the changes of a record',
  }),
  getDeletedData: dataOperation('GET', '/data-deleted/:id', anything, {
    does: 'Reads an entry of the deleted data',
  }),
  listDeletedData: dataOperation('GET', '/data-deleted', anything, { does: 'Lists the deleted data' }),
  undoDelete: dataOperation('PUT', '/data-deleted/undo-delete-object/:objectId', anything, {
    does: 'Restores a deleted record',
    effect: 'change',
  }),
};
