import * as z from 'zod/mini';
import {
  DATABASE_OPERATORS,
  type DatabaseTable,
  readTables,
} from '../../../../../../shared/builder-api/database.ts';
import { engineOf } from '../../../../../../shared/spending/price.ts';
import { isolated } from '../../../../../i18n/naming.ts';
import { t } from '../../../../../i18n/t.ts';
import { Loaded } from '../../../../../reads/loaded.tsx';
import { allDatabaseOf, projectPath } from '../../../../../reads/paths.ts';
import { useResource } from '../../../../../reads/resource.ts';
import { useProject } from '../../../../../reads/use-project.ts';
import { Glyph } from '../../../../../ui/icons.tsx';
import { naming } from '../../../../../ui/page-state.ts';
import { useRoving } from '../../../../../ui/roving.ts';
import { mayAct } from '../../../../../ui/stored-state.ts';
import { PlaceList, Places } from '../../../../grid/places.tsx';
import { columnsOf, type RowSource, type RowsQuestion } from '../../../../grid/row-source.ts';
import { Rows } from '../../../../grid/rows.tsx';
import { writeMode } from '../../../../grid/write-mode.ts';
import { wide } from '../../../../parts/navigation.ts';
import type { TabProps } from '../../../../parts/routes.ts';
import { projectAddress } from '../../../../parts/routes.ts';
import {
  changeRequest,
  countRequest,
  ENVIRONMENTS,
  type Engine,
  type Environment,
  needsStatement,
  rowsRequest,
  STATEMENT_OPERATORS,
  statementRequest,
} from './query.ts';
import { Relations } from './relations.tsx';
import { Sql } from './sql.tsx';

/** The database of a project's engine. `rest`: environment, table, row; or `sql`, environment. */
export function DatabaseTab({ projectId, rest }: TabProps) {
  const project = useProject(projectId);
  return (
    <Loaded of={project} isGate>
      {(project) => <Database projectId={projectId} engine={engineOf(project)} rest={rest} />}
    </Loaded>
  );
}

/** An older project has one database, that of its visitors. */
const environmentOf = (engine: Engine, named: string | undefined): Environment =>
  engine === 'v2' && named !== 'production' ? 'development' : 'production';

/** Begins the address of statements, in place of that of an environment. */
const SQL = 'sql';

const takesSql = (engine: Engine): boolean => engine === 'v2' && mayAct('owner');

function Database({ projectId, engine, rest }: TabProps & { engine: Engine }) {
  const environments = useRoving('a');
  const maySql = takesSql(engine) && !naming.value.screened;
  const isSql = maySql && rest[0] === SQL;
  const [named, given, row] = rest[0] === SQL ? rest.slice(1) : rest;
  const environment = environmentOf(engine, named);
  const structure = useResource({
    path:
      engine === 'v2'
        ? `${projectPath(projectId, '/database/schema')}?env=${environment}`
        : projectPath(projectId, '/database/tables-structure'),
    schema: z.unknown(),
  });
  const state = structure.state.value;
  const tables = state.kind === 'shown' ? readTables(state.value) : null;
  // Whoever opens the tab wants rows; where there is room for one thing, the list of tables comes first.
  const table = isSql ? undefined : (given ?? (wide.value ? tables?.[0]?.name : undefined));
  const isProduction = environment === 'production';
  const sign = isProduction && engine === 'v2' && (
    <>
      <Glyph name="warning" />
      <span class="hidden-words">{t('console.database.production')} · </span>
    </>
  );
  const shown = isSql ? t('console.database.sql') : table && isolated(table);
  return (
    <div class="grid-page environment" data-environment={environment}>
      <Places
        means={t(engine === 'legacy' ? 'console.database.meansLegacy' : 'console.database.means')}
        shown={shown}
        sign={sign}
      >
        {(isVisible) => (
          <>
            {engine === 'v2' && (
              <nav class="verbs" aria-label={t('console.database.environment')} ref={environments}>
                {ENVIRONMENTS.map((one) => (
                  <a
                    key={one}
                    class="button chip"
                    href={projectAddress(projectId, 'database', ...(isSql ? [SQL] : []), one)}
                    aria-current={one === environment ? 'page' : undefined}
                  >
                    {t(`console.database.${one}`)}
                  </a>
                ))}
              </nav>
            )}
            <p class="meta environment-means">
              {isProduction && <Glyph name="warning" />}
              <span>
                {t(
                  engine === 'legacy'
                    ? 'console.database.oneDatabase'
                    : `console.database.${environment}Means`,
                )}
              </span>
            </p>
            <Loaded of={structure} isGate>
              {() =>
                tables === null || tables.length === 0 ? (
                  !wide.value && <p class="meta">{noneWords(tables)}</p>
                ) : (
                  <PlaceList
                    title={t('console.database.tables')}
                    isVisible={isVisible && mayAct('builder') && !naming.value.screened}
                    places={tables.map(({ name, columns }) => ({
                      name,
                      address: projectAddress(projectId, 'database', environment, name),
                      isShown: name === table,
                      note: columns.map((column) => column.name).join(', '),
                      count: rowsRequest(projectId, engine, environment, name, ONE_ROW),
                    }))}
                  />
                )
              }
            </Loaded>
            {maySql && (
              <PlaceList
                title={t('console.database.statements')}
                places={[
                  {
                    name: t('console.database.sql'),
                    address: projectAddress(projectId, 'database', SQL, environment),
                    isShown: isSql,
                  },
                ]}
              />
            )}
          </>
        )}
      </Places>
      {isSql ? (
        <div class="place-content">
          <Sql key={environment} {...{ projectId, environment }} tables={tables ?? []} />
        </div>
      ) : table === undefined ? (
        wide.value && state.kind === 'shown' && <p class="notice meta">{noneWords(tables)}</p>
      ) : naming.value.screened ? (
        <p class="notice meta">{t('console.hidden')}</p>
      ) : mayAct('builder') ? (
        <Rows
          key={`${environment}/${table}`}
          source={sourceOf({ projectId, engine, environment, table }, columnsIn(tables, table))}
          row={row}
          more={(id, shown) => (
            <Relations
              key={id}
              {...{ projectId, engine, environment, table, id }}
              columns={columnsOf(
                columnsIn(tables, table).map(({ name }) => name),
                [shown],
              )}
              row={shown}
            />
          )}
        />
      ) : (
        <p class="notice meta">{t('blocker.roleTooLow')}</p>
      )}
    </div>
  );
}

/** Why there is no table to show. */
const noneWords = (tables: readonly DatabaseTable[] | null): string =>
  t(tables === null ? 'refusal.UNEXPECTED_ANSWER' : 'console.database.noTables');

/** Read for the number of all rows. */
const ONE_ROW: RowsQuestion = { where: [], sort: [], limit: 1, page: 0 };

function sourceOf(
  place: { projectId: string; engine: Engine; environment: Environment; table: string },
  columns: DatabaseTable['columns'],
): RowSource {
  const { projectId, engine, environment, table } = place;
  const names = columns.map(({ name }) => name);
  const hasStatements = takesSql(engine) && names.length > 0;
  return {
    key: JSON.stringify([projectId, environment, table]),
    table,
    place: environment,
    idColumn: engine === 'v2' ? 'id' : '_id',
    columns: columns.map(({ name, type }) => ({ name, label: name, control: null, type })),
    operators: hasStatements ? STATEMENT_OPERATORS : DATABASE_OPERATORS,
    hasAlternatives: hasStatements,
    hasPages: false,
    rows: (question) =>
      hasStatements && needsStatement(question)
        ? statementRequest(projectId, environment, table, names, question)
        : rowsRequest(projectId, engine, environment, table, question),
    ...(hasStatements && {
      count: (question) =>
        needsStatement(question) ? countRequest(projectId, environment, table, names, question) : null,
    }),
    change: (change) => changeRequest(projectId, engine, environment, table, change),
    rereads: allDatabaseOf(projectId),
    mode: writeMode(projectId, environment),
    mayEdit: mayAct('builder'),
    mayDelete: mayAct('owner'),
    addressOf: (row) =>
      projectAddress(projectId, 'database', environment, table, ...(row === undefined ? [] : [row])),
    fileName: `${projectId}-${environment}-${table}`,
  };
}

const columnsIn = (tables: readonly DatabaseTable[] | null, table: string): DatabaseTable['columns'] =>
  tables?.find(({ name }) => name === table)?.columns ?? [];
