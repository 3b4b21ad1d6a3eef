import { useEffect } from 'preact/hooks';
import * as z from 'zod/mini';
import { readTables } from '../../../../shared/data-api/records.ts';
import { dataKeyRecord } from '../../../../shared/edge-api/data-keys.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { dataPath } from '../../../reads/paths.ts';
import { type Resource, useResource } from '../../../reads/resource.ts';
import { Select } from '../../../ui/form.tsx';
import { naming } from '../../../ui/page-state.ts';
import { useKnownProjects } from '../../kit/use-known-projects.ts';
import { projectAddress } from '../../parts/routes.ts';
import type { ImportModel } from './import-model.ts';

const dataKeys = z.array(dataKeyRecord);

/** Project and table for the rows. */
export function TargetChoice({ model }: { model: ImportModel }) {
  const draft = model.draft.value;
  const ids = useKnownProjects();
  // Read anew each time, as keys are added elsewhere.
  const keys = useResource({ path: '/data-keys', schema: dataKeys, keep: false }).state.value;
  if (!draft) return null;
  const keyed = new Set(keys.kind === 'shown' ? keys.value.map(({ projectId }) => projectId) : []);
  const byKey: [label: string, ids: string[]][] = [
    [t('console.import.withKey'), ids.filter((id) => keyed.has(id))],
    [t('console.import.withoutKey'), ids.filter((id) => !keyed.has(id))],
  ];
  const optionOf = (id: string) => (
    <option key={id} value={id}>
      {naming.value.project(id)}
    </option>
  );
  return (
    <div class="target in-lines">
      <label class="meta in-line">
        {t('console.import.into')}{' '}
        <select
          class="input"
          aria-label={t('fact.project')}
          value={draft.projectId ?? ''}
          onChange={({ currentTarget }) => model.target.chooseProject(currentTarget.value || null)}
        >
          <option value="">{t('console.import.chooseProject')}</option>
          {keys.kind === 'shown'
            ? byKey.map(
                ([label, some]) =>
                  some.length > 0 && (
                    <optgroup key={label} label={label}>
                      {some.map(optionOf)}
                    </optgroup>
                  ),
              )
            : ids.map(optionOf)}
        </select>
      </label>
      {draft.projectId && (
        <TableChoice key={`${draft.id} ${draft.projectId}`} model={model} projectId={draft.projectId} />
      )}
    </div>
  );
}

export function useTables(model: ImportModel, projectId: string): Resource<unknown> {
  const structure = useResource({
    path: dataPath(projectId, '/data-structure'),
    schema: z.unknown(),
  });
  // Read anew each time: an older one would be of another app.
  const known = useResource({ path: '/data-keys', schema: dataKeys, keep: false });
  const state = structure.state.value;
  const keys = known.state.value;
  useEffect(() => {
    if (state.kind !== 'shown' || keys.kind === 'loading') return;
    const key = keys.kind === 'shown' ? keys.value.find((one) => one.projectId === projectId) : undefined;
    model.target.learnTables(readTables(state.value), key?.appIdentity ?? null);
  }, [state, keys]);
  return structure;
}

function TableChoice({ model, projectId }: { model: ImportModel; projectId: string }) {
  const structure = useTables(model, projectId);
  const state = structure.state.value;
  if (state.kind === 'failed' && state.error.code === 'EDGE_DATA_KEY_MISSING')
    return (
      <span class="meta">
        {t('refusal.EDGE_DATA_KEY_MISSING')}{' '}
        <a class="button" href={projectAddress(projectId, 'data', 'key')}>
          {t('console.import.toKey')}
        </a>
      </span>
    );
  if (state.kind === 'shown' && readTables(state.value).length === 0)
    return <span class="meta">{t('status.noTables')}</span>;
  return (
    <Loaded of={structure}>
      {() => (
        <Select
          aria-label={t('source.table')}
          value={model.table.value?.type ?? ''}
          none={t('console.import.chooseTable')}
          options={model.tables.value.map(({ type, label }) => [type, label])}
          onChoose={(type) => model.target.chooseTable(type || null)}
        />
      )}
    </Loaded>
  );
}
