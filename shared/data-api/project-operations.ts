import * as z from 'zod/mini';
import { checkedBy, plainObjectProblem } from '../request-schema.ts';
import { newFileName as fileName } from './file-operations.ts';
import { dataOperation } from './operation.ts';
import { anything, organization, records } from './records.ts';

const id = z
  .string('must be a text')
  .check(z.refine((value) => /^[A-Za-z0-9_-]{1,128}$/.test(value), 'must be a name or an id'));

/** An integration filter (data reference): property ids with the values to match. */
const fieldValues = z.array(z.strictObject({ field: id, value: z.unknown() })).check(
  checkedBy((value) => plainObjectProblem(value)),
  z.refine((value) => value.length <= 100, 'must have at most 100 entries'),
  z.describe('[{ field, value }] by ids of properties, 100 at most'),
);
/** The most records of one call. */
export const LIMIT_MAX = 500;
const limit = z.optional(
  z.number('must be a number').check(
    z.refine(
      (value) => Number.isInteger(value) && value >= 1 && value <= LIMIT_MAX,
      `must be a whole number from 1 to ${LIMIT_MAX}`,
    ),
    z.describe(`at most ${LIMIT_MAX}`),
  ),
);
const selection = { tableId: id, limit, filter: z.optional(fieldValues) };

/** The app as a whole. */
export const projectOperations = {
  getOrganization: dataOperation('GET', '/organization', organization, {
    does: 'Reads which app the data key opens',
  }),
  editOrganization: dataOperation('PATCH', '/organization', anything, {
    does: 'Changes the name, picture or user categories of the app',
    role: 'owner',
    effect: 'change',
    assumed: true,
    body: z.strictObject({
      name: z.optional(z.string()),
      profilePhoto: z.optional(z.nullable(z.string())),
      userCategories: z.optional(z.array(z.string())),
      showTutorial: z.optional(z.boolean()),
    }),
  }),
  getBackup: dataOperation('GET', '/backup/:fileName', anything, {
    does: 'Gets a temporary address of a backup',
    role: 'owner',
  }),
};

/** An integration filter as written in a query: the base64 text of its JSON. */
const filterText = z.string('must be base64').check(
  checkedBy((text) => {
    const sent = readFilter(text);
    if (sent === null) return 'must be the base64 text of a JSON list of { field, value }';
    return sent.length === 0 ? 'must name at least one { field, value }' : null;
  }),
  z.describe('[{ field, value }] as base64'),
);

function readFilter(text: string): unknown[] | null {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const sent: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    return fieldValues.safeParse(sent).data ?? null;
  } catch {
    return null;
  }
}

const ofSelection = { assumed: true, body: z.strictObject(selection) };

/** The same records in the form for other tools: tables and properties by id. */
export const integrationOperations = {
  getTables: dataOperation('GET', '/integrations/get-tables', anything, {
    does: 'Lists ids and labels of tables, for integrations',
  }),
  getTableStructure: dataOperation('GET', '/integrations/get-table-structure', anything, {
    does: 'Reads the properties of a table for one use',
    query: z.strictObject({
      id,
      usage: z.optional(z.enum(['filter', 'create', 'edit', 'files', 'read'])),
    }),
  }),
  /** The body is the file. Several records (`limit` above 1) require an owner, as `updateRecords` does. */
  uploadAndLinkFile: dataOperation('POST', '/integrations/upload-file', anything, {
    does: 'Uploads a file and links it to the records that match',
    cost: 'unstated',
    effect: 'change',
    takes: 'file',
    query: z.strictObject({
      fileName,
      table: id,
      file_field: id,
      filter: filterText,
      limit: z.string().check(
        z.refine(
          (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= LIMIT_MAX,
          `must be a whole number from 1 to ${LIMIT_MAX}`,
        ),
        z.describe(`at most ${LIMIT_MAX}; more than one need an owner`),
      ),
    }),
  }),
  getNewRecords: dataOperation('POST', '/integrations/get-new-records', records, {
    ...ofSelection,
    does: 'Reads the newest records of a table',
  }),
  searchRecords: dataOperation('POST', '/integrations/search-records', records, {
    ...ofSelection,
    does: 'Reads records with the given values',
  }),
  getLastDeletedRecords: dataOperation('POST', '/integrations/last-deleted-records', records, {
    ...ofSelection,
    does: 'Reads the records of a table that were deleted last',
  }),
  updateRecords: dataOperation('POST', '/integrations/update-records', anything, {
    does: 'Sets the same values on all records that match',
    role: 'owner',
    effect: 'change',
    assumed: true,
    body: z.strictObject({ ...selection, filter: fieldValues, newProperties: fieldValues }),
  }),
  deleteRecords: dataOperation('POST', '/integrations/delete-records', anything, {
    does: 'Deletes all records that match',
    role: 'owner',
    effect: 'delete',
    assumed: true,
    body: z.strictObject({ ...selection, filter: fieldValues }),
  }),
};
