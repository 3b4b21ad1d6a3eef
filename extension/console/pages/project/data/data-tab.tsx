import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import { readTables } from '../../../../../shared/data-api/records.ts';
import { dataKeyRecord } from '../../../../../shared/edge-api/data-keys.ts';
import { health } from '../../../../../shared/edge-api/health.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { naming } from '../../../../ui/page-state.ts';
import { mayAct, stored } from '../../../../ui/stored-state.ts';
import { PlaceList, Places } from '../../../grid/places.tsx';
import { Rows } from '../../../grid/rows.tsx';
import { discardAll } from '../../../grid/staged.ts';
import { changesOf } from '../../../grid/staged-changes.ts';
import { ImportsOfTable } from '../../../kit/earlier-imports.tsx';
import { wide } from '../../../parts/navigation.ts';
import type { TabProps } from '../../../parts/routes.ts';
import { projectAddress } from '../../../parts/routes.ts';
import { countRequest, dataSource, sourceKey, useStructure } from './data-source.ts';
import { DeletedRecords } from './deleted.tsx';
import { AppFiles } from './files.tsx';
import { DataKey } from './key.tsx';
import { RecordMore } from './record-more.tsx';
import { ReferenceNames } from './reference-names.tsx';

const SECTIONS = ['deleted', 'files', 'key'] as const;
type Section = (typeof SECTIONS)[number];
const FOR_OWNERS: ReadonlySet<Section> = new Set(['key']);

const keys = z.array(dataKeyRecord);

/** The data of a project's app, under the project's own key. `rest`: section, table, record. */
export function DataTab(props: TabProps) {
  const edge = useResource({ path: '/health', schema: health });
  if (naming.value.screened) return <p class="notice meta">{t('console.hidden')}</p>;
  return (
    <Loaded of={edge} isGate>
      {({ configured }) =>
        configured.dataApiUrl ? (
          <WithBackend {...props} />
        ) : (
          <p class="notice meta">{t('console.data.noBackend')}</p>
        )
      }
    </Loaded>
  );
}

function WithBackend({ projectId, rest }: TabProps) {
  if (!mayAct('builder')) return <p class="notice meta">{t('blocker.roleTooLow')}</p>;
  return mayAct('owner') ? (
    <ForOwner projectId={projectId} rest={rest} />
  ) : (
    <Sections projectId={projectId} rest={rest} sections={SECTIONS.filter((name) => !FOR_OWNERS.has(name))} />
  );
}

/** For owners: shows whether there is a key, and a form to set one. */
function ForOwner({ projectId, rest }: TabProps) {
  const known = useResource({ path: '/data-keys', schema: keys });
  return (
    <Loaded of={known} isGate>
      {(list) => {
        const key = list.find((one) => one.projectId === projectId) ?? null;
        return key === null ? (
          <DataKey projectId={projectId} known={null} />
        ) : (
          <Sections projectId={projectId} rest={rest} sections={SECTIONS} known={key} />
        );
      }}
    </Loaded>
  );
}

function Sections({
  projectId,
  rest,
  sections,
  known = null,
}: TabProps & { sections: readonly Section[]; known?: z.infer<typeof dataKeyRecord> | null }) {
  const section = sections.find((name) => name === rest[0]) ?? null;
  const structure = useStructure(projectId).state.value;
  const tables = structure.kind === 'shown' ? readTables(structure.value) : [];
  // Whoever opens the tab wants rows; where there is room for one thing, the list of tables comes first.
  const chosen = section === null ? (rest[1] ?? (wide.value ? tables[0]?.type : undefined)) : undefined;
  const label = tables.find(({ type }) => type === chosen)?.label ?? chosen;
  return (
    <div class="grid-page">
      <Places
        means={t('console.data.means')}
        shown={section === null ? label && isolated(label) : t(`fact.${section}`)}
      >
        {(isVisible) => (
          <>
            {structure.kind === 'shown' && tables.length === 0 ? (
              !wide.value && <p class="meta">{t('status.noTables')}</p>
            ) : (
              <PlaceList
                title={t('console.database.tables')}
                isVisible={isVisible}
                places={tables.map(({ type, label, description }) => ({
                  name: label,
                  address: projectAddress(projectId, 'data', 'tables', type),
                  isShown: type === chosen,
                  note: description ?? undefined,
                  count: countRequest(projectId, type),
                }))}
              />
            )}
            <PlaceList
              class="sections"
              title={t('console.data.sections')}
              places={sections.map((name) => ({
                name: t(`fact.${name}`),
                address: projectAddress(projectId, 'data', name),
                isShown: name === section,
              }))}
            />
          </>
        )}
      </Places>
      {section === null ? (
        <Tables projectId={projectId} chosen={chosen} row={rest[2]} />
      ) : (
        <div class="place-content">
          {section === 'deleted' && <DeletedRecords projectId={projectId} />}
          {section === 'files' && <AppFiles projectId={projectId} />}
          {section === 'key' && <DataKey projectId={projectId} known={known} />}
        </div>
      )}
    </div>
  );
}

function Tables({
  projectId,
  chosen,
  row,
}: {
  projectId: string;
  chosen: string | undefined;
  row: string | undefined;
}) {
  const role = stored.value?.connection?.role ?? 'viewer';
  const structure = useStructure(projectId);
  const names = useSignal<ReadonlyMap<string, string>>(new Map());
  return (
    <Loaded of={structure} isGate>
      {(data) => {
        const tables = readTables(data);
        const table = tables.find(({ type }) => type === chosen);
        if (table === undefined)
          return chosen !== undefined ? (
            <TableGone projectId={projectId} table={chosen} />
          ) : (
            wide.value && <p class="notice meta">{t('status.noTables')}</p>
          );
        return (
          <Rows
            key={table.type}
            source={dataSource(projectId, tables, table, role)}
            row={row}
            named={(rows, draw) => (
              <ReferenceNames {...{ projectId, tables, table, rows, names }}>{draw}</ReferenceNames>
            )}
            about={<ImportsOfTable projectId={projectId} table={table.type} />}
            more={(id, row) => (
              <RecordMore projectId={projectId} tables={tables} table={table} id={id} row={row} />
            )}
          />
        );
      }}
    </Loaded>
  );
}

/** A table that was deleted or renamed; what was staged for it can't be sent any more. */
function TableGone({ projectId, table }: { projectId: string; table: string }) {
  const { staged, edit } = changesOf(sourceKey(projectId, table));
  const count = staged.value.length;
  return (
    <div class="notice meta">
      <span>
        {t('status.tableGone', { table: isolated(table) })}{' '}
        {count > 0 && t('console.rows.lostChanges', count)}
      </span>
      {count > 0 && <Button onClick={() => void edit(discardAll)}>{t('console.database.discardAll')}</Button>}
    </div>
  );
}
