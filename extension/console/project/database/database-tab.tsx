import * as z from 'zod/mini';
import { type DatabaseTable, readTables } from '../../../../shared/builder-api/database.ts';
import { mayActAs, type Role } from '../../../../shared/edge-api/role.ts';
import { engineOf } from '../../../../shared/spending/price.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { projectPath } from '../../../reads/paths.ts';
import { useResource } from '../../../reads/resource.ts';
import { useProject } from '../../../reads/use-project.ts';
import { Glyph } from '../../../ui/icons.tsx';
import { naming } from '../../../ui/page-state.ts';
import { stored } from '../../../ui/stored-state.ts';
import { columnsOf, type RowSource } from '../../grid/row-source.ts';
import { Rows } from '../../grid/rows.tsx';
import { writeMode } from '../../grid/write-mode.ts';
import { moveThrough } from '../../parts/keys.ts';
import { Part } from '../../parts/part.tsx';
import { projectAddress } from '../../parts/routes.ts';
import type { TabProps } from '../../parts/view-props.ts';
import { changeRequest, ENVIRONMENTS, type Engine, type Environment, rowsRequest } from './query.ts';
import { Relations } from './relations.tsx';
import { Sql } from './sql.tsx';

/** The database of a project's engine. `rest`: environment, table, row. */
export function DatabaseTab({ projectId, rest }: TabProps) {
  const project = useProject(projectId);
  return (
    <Loaded of={project}>
      {(project) => <Database projectId={projectId} engine={engineOf(project)} rest={rest} />}
    </Loaded>
  );
}

/** An older project has one database, that of its visitors. */
const environmentOf = (engine: Engine, named: string | undefined): Environment =>
  engine === 'v2' && named !== 'production' ? 'development' : 'production';

function Database({ projectId, engine, rest }: TabProps & { engine: Engine }) {
  const [named, table, row] = rest;
  const environment = environmentOf(engine, named);
  const role = stored.value?.connection?.role ?? 'viewer';
  const structure = useResource({
    path: projectPath(
      projectId,
      engine === 'v2' ? `/database/schema?env=${environment}` : '/database/tables-structure',
    ),
    schema: z.unknown(),
  });
  return (
    <>
      <div class="environment" data-environment={environment}>
        {engine === 'v2' && (
          <nav class="verbs" aria-label={t('console.database.environment')} onKeyDown={moveThrough('a')}>
            {ENVIRONMENTS.map((one) => (
              <a
                key={one}
                class="button chip"
                href={projectAddress(projectId, 'database', one)}
                aria-current={one === environment ? 'page' : undefined}
              >
                {t(`console.database.${one}`)}
              </a>
            ))}
          </nav>
        )}
        <p class="meta environment-means">
          {environment === 'production' && <Glyph name="warning" />}
          {t(engine === 'legacy' ? 'console.database.oneDatabase' : `console.database.${environment}Means`)}
        </p>
      </div>
      <Part title={t('console.database.tables')}>
        <Loaded of={structure}>
          {(data) => (
            <Tables
              tables={readTables(data)}
              addressOf={(name) => projectAddress(projectId, 'database', environment, name)}
              chosen={table}
            />
          )}
        </Loaded>
      </Part>
      {table !== undefined &&
        (naming.value.screened ? (
          <p class="notice meta">{t('console.hidden')}</p>
        ) : mayActAs(role, 'builder') ? (
          <Rows
            key={`${environment}/${table}`}
            source={sourceOf(
              { projectId, engine, environment, table },
              columnsIn(structure.state.value, table),
              role,
            )}
            row={row}
            more={(id, shown) => (
              <Relations
                key={id}
                {...{ projectId, engine, environment, table, id }}
                columns={columnsOf(
                  columnsIn(structure.state.value, table).map(({ name }) => name),
                  [shown],
                )}
                row={shown}
              />
            )}
          />
        ) : (
          <p class="notice meta">{t('console.database.rowsForBuilders')}</p>
        ))}
      {engine === 'v2' && mayActAs(role, 'owner') && !naming.value.screened && (
        <Sql key={environment} projectId={projectId} environment={environment} />
      )}
    </>
  );
}

function sourceOf(
  place: { projectId: string; engine: Engine; environment: Environment; table: string },
  columns: DatabaseTable['columns'],
  role: Role,
): RowSource {
  const { projectId, engine, environment, table } = place;
  const below = <T extends { path: string }>(request: T): T => ({
    ...request,
    path: projectPath(projectId, request.path),
  });
  return {
    key: JSON.stringify([projectId, environment, table]),
    table,
    place: environment,
    idColumn: engine === 'v2' ? 'id' : '_id',
    columns: columns.map(({ name, type }) => ({ name, label: name, control: null, type })),
    hasPages: false,
    rows: (question) => below(rowsRequest(engine, environment, table, question)),
    change: (change) => below(changeRequest(engine, environment, table, change)),
    rereads: projectPath(projectId, '/database'),
    mode: writeMode(projectId, environment),
    mayEdit: mayActAs(role, 'builder'),
    mayDelete: mayActAs(role, 'owner'),
    addressOf: (row) =>
      projectAddress(projectId, 'database', environment, table, ...(row === undefined ? [] : [row])),
    fileName: `${projectId}-${environment}-${table}`,
  };
}

function columnsIn(state: { kind: string; value?: unknown }, table: string): DatabaseTable['columns'] {
  const tables = state.kind === 'shown' ? readTables(state.value) : null;
  return tables?.find(({ name }) => name === table)?.columns ?? [];
}

function Tables({
  tables,
  addressOf,
  chosen,
}: {
  tables: DatabaseTable[] | null;
  addressOf: (name: string) => string;
  chosen: string | undefined;
}) {
  if (tables === null) return <p class="meta">{t('console.database.unknownForm')}</p>;
  if (tables.length === 0) return <p class="meta">{t('console.database.noTables')}</p>;
  return (
    <nav class="table-names" aria-label={t('console.database.tables')} onKeyDown={moveThrough('a')}>
      {tables.map(({ name, columns }) => (
        <a
          key={name}
          class="button chip"
          href={addressOf(name)}
          aria-current={name === chosen ? 'page' : undefined}
          title={columns.map((column) => column.name).join(', ')}
        >
          {isolated(name)}
        </a>
      ))}
    </nav>
  );
}
