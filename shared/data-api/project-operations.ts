import * as z from 'zod/mini';
import { checkedBy, plainObjectProblem } from '../request-schema.ts';
import { dataOperation } from './operation.ts';
import { anything, organization, records } from './records.ts';

const id = z
  .string('must be a text')
  .check(z.refine((value) => /^[A-Za-z0-9_-]{1,128}$/.test(value), 'must be a name or an id'));

/** An integration filter (data reference): property ids with the values to match. */
const fieldValues = z.array(z.strictObject({ field: id, value: z.unknown() })).check(
  checkedBy((value) => plainObjectProblem(value)),
  z.refine((value) => value.length <= 100, 'must have at most 100 entries'),
);
const limit = z.optional(
  z
    .number('must be a number')
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= 1 && value <= 500,
        'must be a whole number from 1 to 500',
      ),
    ),
);
const selection = { tableId: id, limit, filter: z.optional(fieldValues) };

/** The app as a whole. */
export const projectOperations = {
  getOrganization: dataOperation({ method: 'GET', path: '/organization', data: organization }),
  editOrganization: dataOperation({
    method: 'PATCH',
    path: '/organization',
    role: 'owner',
    effect: 'change',
    assumed: true,
    body: z.strictObject({
      name: z.optional(z.string()),
      profilePhoto: z.optional(z.nullable(z.string())),
      userCategories: z.optional(z.array(z.string())),
      showTutorial: z.optional(z.boolean()),
    }),
    data: anything,
  }),
  getBackup: dataOperation({ method: 'GET', path: '/backup/:fileName', role: 'owner', data: anything }),
};

/** The same records in the form for other tools: tables and properties by id. */
export const integrationOperations = {
  getTables: dataOperation({ method: 'GET', path: '/integrations/get-tables', data: anything }),
  getTableStructure: dataOperation({
    method: 'GET',
    path: '/integrations/get-table-structure',
    query: z.strictObject({
      id,
      usage: z.optional(z.enum(['filter', 'create', 'edit', 'files', 'read'])),
    }),
    data: anything,
  }),
  getNewRecords: dataOperation({
    method: 'POST',
    path: '/integrations/get-new-records',
    assumed: true,
    body: z.strictObject(selection),
    data: records,
  }),
  searchRecords: dataOperation({
    method: 'POST',
    path: '/integrations/search-records',
    assumed: true,
    body: z.strictObject(selection),
    data: records,
  }),
  getLastDeletedRecords: dataOperation({
    method: 'POST',
    path: '/integrations/last-deleted-records',
    assumed: true,
    body: z.strictObject(selection),
    data: records,
  }),
  updateRecords: dataOperation({
    method: 'POST',
    path: '/integrations/update-records',
    role: 'owner',
    effect: 'change',
    assumed: true,
    body: z.strictObject({ ...selection, filter: fieldValues, newProperties: fieldValues }),
    data: anything,
  }),
  deleteRecords: dataOperation({
    method: 'POST',
    path: '/integrations/delete-records',
    role: 'owner',
    effect: 'delete',
    assumed: true,
    body: z.strictObject({ ...selection, filter: fieldValues }),
    data: anything,
  }),
};
