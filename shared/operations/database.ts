import * as z from 'zod/mini';
import { checkedBy, notEmpty } from '../request-schema.ts';
import { withheldProblem } from '../withheld.ts';
import { operation } from './operation.ts';

/** Responses of the database routes are the app's own; no form is assumed. */
const data = z.unknown();

const record = z.record(z.string(), z.unknown(), 'must be an object');
const environment = z.string('must be a text');
const table = z.string('must be a text').check(notEmpty('must not be empty'));
/** A body that the service's reference does not document: any object, unchanged. */
const anyObject = record;

/** What nobody may see is not asked about either: what matches tells it. */
const asksForNothingWithheld = checkedBy(
  ({ table: _table, tableName: _name, ...asked }: Record<string, unknown>) => withheldProblem(asked),
);

const rowsQuery = z
  .looseObject({
    env: environment,
    table,
    filter: z.optional(record),
    sort: z.optional(z.array(z.looseObject({ column: z.string(), dir: z.enum(['asc', 'desc']) }))),
    page: z.optional(z.looseObject({ limit: z.optional(z.number()) })),
  })
  .check(asksForNothingWithheld);

const ROOT = '/projects/:projectId/database';

/** Routes of the current engine. The reference doesn't say whether they cost credits; none is retried automatically. */
const currentEngine = {
  getDatabaseSchema: operation({
    method: 'GET',
    path: `${ROOT}/schema`,
    cost: 'unstated',
    engine: 'v2',
    query: z.strictObject({ env: z.optional(z.string()) }),
    data,
  }),
  queryRows: operation({
    method: 'POST',
    path: `${ROOT}/rows`,
    cost: 'unstated',
    role: 'builder',
    engine: 'v2',
    body: rowsQuery,
    holdsRows: true,
    data,
  }),
  changeRelations: operation({
    method: 'POST',
    path: `${ROOT}/relations`,
    cost: 'unstated',
    role: 'builder',
    engine: 'v2',
    body: anyObject,
    holdsRows: true,
    data,
  }),
  runSql: operation({
    method: 'POST',
    path: `${ROOT}/sql`,
    cost: 'unstated',
    role: 'owner',
    engine: 'v2',
    body: anyObject,
    data,
  }),
};

const legacyEngine = {
  getTablesStructure: operation({
    method: 'GET',
    path: `${ROOT}/tables-structure`,
    cost: 'unstated',
    engine: 'legacy',
    data,
  }),
  queryTable: operation({
    method: 'POST',
    path: `${ROOT}/query`,
    cost: 'unstated',
    role: 'builder',
    engine: 'legacy',
    body: z.looseObject({ tableName: table, queryOptions: z.optional(record) }).check(asksForNothingWithheld),
    holdsRows: true,
    data,
  }),
  linkRecord: operation({
    method: 'POST',
    path: `${ROOT}/records/:recordId/link`,
    cost: 'unstated',
    role: 'builder',
    engine: 'legacy',
    body: anyObject,
    holdsRows: true,
    data,
  }),
  unlinkRecord: operation({
    method: 'DELETE',
    path: `${ROOT}/records/:recordId/link`,
    cost: 'unstated',
    role: 'builder',
    engine: 'legacy',
    body: z.optional(anyObject),
    holdsRows: true,
    data,
  }),
};

/** The same paths on both engines; the bodies differ and are not checked. */
const bothEngines = {
  createRecord: operation({
    method: 'POST',
    path: `${ROOT}/records`,
    cost: 'unstated',
    role: 'builder',
    body: anyObject,
    holdsRows: true,
    data,
  }),
  updateRecord: operation({
    method: 'PATCH',
    path: `${ROOT}/records/:recordId`,
    cost: 'unstated',
    role: 'builder',
    body: anyObject,
    holdsRows: true,
    data,
  }),
  deleteRecord: operation({
    method: 'DELETE',
    path: `${ROOT}/records/:recordId`,
    cost: 'unstated',
    role: 'owner',
    body: z.optional(anyObject),
    holdsRows: true,
    data,
  }),
};

export const databaseOperations = { ...currentEngine, ...legacyEngine, ...bothEngines };
