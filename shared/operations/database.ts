import * as z from 'zod/mini';
import { DATABASE_OPERATORS } from '../builder-api/database.ts';
import { isKeptNumber } from '../exact-numbers.ts';
import { isRecord } from '../parse.ts';
import { checkedBy, described, notEmpty } from '../request-schema.ts';
import { isWithheld, WITHHELD_WORDS } from '../withheld.ts';
import { operation } from './operation.ts';

/** Responses of the database routes are the app's own; no form is assumed. */
const data = z.unknown();

const environment = described(z.string('must be a text'), 'development or production');
const table = z.string('must be a text').check(notEmpty('must not be empty'));
const id = table;
/** What nobody may see is not asked about either: what matches tells it. */
const isAskable = (name: string) => !isWithheld(name);
const column = table.check(z.refine(isAskable, WITHHELD_WORDS));

const OPERATORS = DATABASE_OPERATORS.join(' and ');
const OTHER_OPERATOR = `the service's reference names only the operators ${OPERATORS}`;
const scalar = z.union(
  [z.string(), z.number(), z.boolean(), z.null(), z.custom(isKeptNumber)],
  'must be a text, a number, true, false or null',
);
const limit = z
  .number('must be a whole number from 1')
  .check(z.refine((value) => Number.isSafeInteger(value) && value > 0, 'must be a whole number from 1'));

/** Rows by columns that all meet their condition, in an order. */
const rowsQuery = z.strictObject({
  env: environment,
  table,
  filter: z.optional(
    z.strictObject({
      and: z.array(
        z.strictObject({ column, op: z.enum(DATABASE_OPERATORS, OTHER_OPERATOR), value: scalar }),
        'must be a list of conditions',
      ),
    }),
  ),
  sort: z.optional(z.array(z.strictObject({ column, dir: z.enum(['asc', 'desc'], 'must be asc or desc') }))),
  page: z.optional(z.strictObject({ limit: z.optional(limit) })),
});

/** Describes what is wrong with conditions by column, each a value or operators; null when they are valid. */
function conditionsProblem(conditions: Record<string, unknown>): string | null {
  for (const [name, wanted] of Object.entries(conditions)) {
    if (!isColumnName(name)) return `holds a name that is no column: ${name}`;
    if (isWithheld(name)) return WITHHELD_WORDS;
    const operators =
      isRecord(wanted) && !isKeptNumber(wanted) ? Object.entries(wanted) : [['eq', wanted] as const];
    if (operators.length === 0) return `has no condition for ${name}`;
    for (const [operator, value] of operators) {
      if (!(DATABASE_OPERATORS as readonly string[]).includes(operator)) return OTHER_OPERATOR;
      if (!scalar.safeParse(value).success) return `has no value for ${name}`;
    }
  }
  return null;
}

/** The older engine's own words begin with these, but for the id. */
const isColumnName = (name: string) => name === '_id' || !/^[$_]/.test(name);

/** The same of the older engine. */
const tableQuery = z.strictObject({
  tableName: table,
  queryOptions: z.optional(
    z.strictObject({
      _filter: z.optional(
        z.record(z.string(), z.unknown(), 'must be an object').check(checkedBy(conditionsProblem)),
      ),
      _sort: z.optional(
        z.record(column, z.union([z.literal(1), z.literal(-1)]), 'must be a map of columns to 1 or -1'),
      ),
      _limit: z.optional(limit),
    }),
  ),
});

/** Where a record is: `env` and `table` on the current engine, `tableName` on the older one. */
const place = { env: z.optional(environment), table: z.optional(table), tableName: z.optional(table) };
const written = z.strictObject({
  ...place,
  data: z.record(z.string(), z.unknown(), 'must be an object'),
});
/** The reference shows no body of the older engine's links. */
const link = z.strictObject({ tableName: table, propertyName: column, referenceId: id });

const ROOT = '/projects/:projectId/database';

/** The reference doesn't say whether they cost credits; none is retried automatically. */
const unstated = { cost: 'unstated' } as const;
/** For builders, with rows in the response. */
const ofRows = { ...unstated, role: 'builder', holdsRows: true } as const;
const ofLegacyRows = { ...ofRows, engine: 'legacy' } as const;

const currentEngine = {
  getDatabaseSchema: operation('GET', `${ROOT}/schema`, data, {
    does: 'Reads the tables of a database',
    ...unstated,
    engine: 'v2',
    query: z.strictObject({ env: z.optional(environment) }),
  }),
  queryRows: operation('POST', `${ROOT}/rows`, data, {
    does: 'Reads rows of a table',
    ...ofRows,
    engine: 'v2',
    body: rowsQuery,
  }),
  changeRelations: operation('POST', `${ROOT}/relations`, data, {
    does: 'Links rows, or unlinks them',
    changesRows: true,
    ...ofRows,
    engine: 'v2',
    // The reference shows no body: what a link must know.
    body: z.strictObject({
      ...{ env: environment, table, id, relation: column, targetId: id },
      action: z.optional(z.enum(['link', 'unlink'], 'must be link or unlink')),
    }),
  }),
  runSql: operation('POST', `${ROOT}/sql`, data, {
    does: 'Runs an SQL statement',
    ...unstated,
    role: 'owner',
    engine: 'v2',
    body: z.strictObject({ env: environment, sql: described(z.string('must be a text'), 'one statement') }),
  }),
};

const legacyEngine = {
  getTablesStructure: operation('GET', `${ROOT}/tables-structure`, data, {
    does: 'Reads the tables of the database of an older project',
    ...unstated,
    engine: 'legacy',
  }),
  queryTable: operation('POST', `${ROOT}/query`, data, {
    does: 'Reads rows of a table of an older project',
    ...ofLegacyRows,
    body: tableQuery,
  }),
  linkRecord: operation('POST', `${ROOT}/records/:recordId/link`, data, {
    does: 'Links a row of an older project to another',
    changesRows: true,
    ...ofLegacyRows,
    body: link,
  }),
  unlinkRecord: operation('DELETE', `${ROOT}/records/:recordId/link`, data, {
    does: 'Unlinks two rows of an older project',
    changesRows: true,
    deletes: false,
    ...ofLegacyRows,
    body: link,
  }),
};

const bothEngines = {
  createRecord: operation('POST', `${ROOT}/records`, data, {
    does: 'Creates a row',
    changesRows: true,
    ...ofRows,
    body: written,
  }),
  updateRecord: operation('PATCH', `${ROOT}/records/:recordId`, data, {
    does: 'Changes a row',
    changesRows: true,
    ...ofRows,
    body: written,
  }),
  deleteRecord: operation('DELETE', `${ROOT}/records/:recordId`, data, {
    does: 'Deletes a row',
    changesRows: true,
    ...ofRows,
    role: 'owner',
    body: z.optional(z.strictObject(place)),
  }),
};

export const databaseOperations = { ...currentEngine, ...legacyEngine, ...bothEngines };
