import * as z from 'zod/mini';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { dataPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Select } from '../../../../ui/form.tsx';
import { useRoving } from '../../../../ui/roving.ts';
import { stored } from '../../../../ui/stored-state.ts';
import { Rows } from '../../../grid/rows.tsx';
import { goTo } from '../../../parts/navigation.ts';
import { projectAddress } from '../../../parts/routes.ts';
import {
  INTEGRATION_VIEWS,
  type IntegrationTable,
  type IntegrationView,
  integrationSource,
  integrationTable,
  structureEntry,
} from './integrations-source.ts';
import { useTables } from './use-tables.ts';

/** The app's records as other tools get them (data reference, integrations). `rest`: view, id of a table, record. */
export function Integrations({ projectId, rest }: { projectId: string; rest: readonly string[] }) {
  const tables = useResource({
    path: dataPath(projectId, '/integrations/get-tables'),
    schema: z.array(integrationTable),
  });
  const view = INTEGRATION_VIEWS.find((one) => one === rest[0]) ?? 'search';
  const views = useRoving('a');
  return (
    <div class="rows">
      <Loaded of={tables}>
        {(list) => {
          const table = list.find(({ id }) => id === rest[1]) ?? list[0];
          if (table === undefined) return <p class="notice meta">{t('console.data.noTables')}</p>;
          const address = (of: string, id: string) =>
            projectAddress(projectId, 'data', 'integrations', of, id);
          return (
            <>
              <div class="grid-bar">
                <Select
                  class="input filter-column"
                  aria-label={t('console.import.kind.table')}
                  value={table.id}
                  options={list.map(({ id, label }) => [id, isolated(label || id)])}
                  onChoose={(chosen) => goTo(address(view, chosen))}
                />
                <nav class="verbs options" aria-label={t('console.data.section.integrations')} ref={views}>
                  {INTEGRATION_VIEWS.map((one) => (
                    <a
                      key={one}
                      class="chip"
                      href={address(one, table.id)}
                      aria-current={one === view ? 'page' : undefined}
                    >
                      {t(`console.data.integrations.${one}`)}
                    </a>
                  ))}
                </nav>
              </div>
              <TableRows key={`${view} ${table.id}`} {...{ projectId, table, view }} row={rest[2]} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function TableRows({
  projectId,
  table,
  view,
  row,
}: {
  projectId: string;
  table: IntegrationTable;
  view: IntegrationView;
  row: string | undefined;
}) {
  const query = new URLSearchParams({ id: table.id, usage: 'filter' });
  const structure = useResource({
    path: dataPath(projectId, `/integrations/get-table-structure?${query}`),
    schema: z.array(structureEntry),
  });
  const type = useTables(projectId).find(({ id }) => id === table.id)?.type ?? table.id;
  const role = stored.value?.connection?.role ?? 'viewer';
  return (
    <Loaded of={structure}>
      {(entries) => (
        <Rows source={integrationSource(projectId, table, type, entries, view, role)} row={row} />
      )}
    </Loaded>
  );
}
