import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import type { Table } from '../../../../../shared/data-api/records.ts';
import type { ApiError } from '../../../../edge-client/api-error.ts';
import { failureWords } from '../../../../i18n/failure-words.ts';
import { formatNumber } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { sendMessage } from '../../../../messaging/client.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { dataPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { SelectField, TextField } from '../../../../ui/form.tsx';
import { mayAct } from '../../../../ui/stored-state.ts';
import { RawValue } from '../../../grid/long-text.tsx';
import { ResultGrid } from '../../../grid/result-grid.tsx';
import { Discard, useFormDraft } from '../../../parts/form-draft.tsx';
import { Part } from '../../../parts/part.tsx';
import { AcrossTables } from './across.tsx';
import { Organization } from './organization.tsx';
import { PageSearch } from './page-search.tsx';
import { TemporaryLink } from './temporary-link.tsx';
import { useTables } from './use-tables.ts';

/** The app as a whole: name, numbers, queries across tables, backups. */
export function App({ projectId }: { projectId: string }) {
  const tables = useTables(projectId);
  return (
    <>
      <Organization projectId={projectId} />
      <Statistic projectId={projectId} tables={tables} />
      <AcrossTables projectId={projectId} tables={tables} />
      <PageSearch projectId={projectId} />
      <Pipeline projectId={projectId} tables={tables} />
      {mayAct('owner') && <Backup projectId={projectId} />}
    </>
  );
}

type Tables = readonly Table[];

/** Number of records of a table, or the sum of one of its properties. */
function Statistic({ projectId, tables }: { projectId: string; tables: Tables }) {
  const table = useSignal('');
  const property = useSignal('');
  const properties = tables.find(({ type }) => type === table.value)?.properties ?? [];
  const numbers = properties.filter(({ propertyType }) => propertyType === 'number');
  const result = useResource(
    table.value === ''
      ? null
      : {
          path: dataPath(projectId, '/statistics/get-statistic'),
          // Nothing in the gaps page says that conditions, or the property of a mere number of records, may be left out.
          body: {
            query: [],
            options: {
              statisticType: property.value === '' ? 'quantity' : 'add',
              tableName: table.value,
              propertyName: property.value || (properties[0]?.name ?? '_id'),
            },
          },
          schema: z.unknown(),
        },
  );
  return (
    <Part title={t('console.data.numbers')}>
      <div class="inline-form">
        <TableChoice
          tables={tables}
          value={table.value}
          onChoose={(type) => {
            table.value = type;
            property.value = '';
          }}
        />
        <SelectField
          label={t('console.data.statistic')}
          value={property.value}
          onChoose={(chosen) => (property.value = chosen)}
          none={t('console.data.howMany')}
          options={numbers.map(({ name, label }) => [
            name,
            t('console.data.sumOf', { property: label || name }),
          ])}
        />
      </div>
      {table.value !== '' && (
        <Loaded of={result}>
          {(value) =>
            typeof value === 'number' ? (
              <p class="figure">{formatNumber(value)}</p>
            ) : (
              <RawValue value={value} />
            )
          }
        </Loaded>
      )}
    </Part>
  );
}

function TableChoice({
  tables,
  value,
  onChoose,
}: {
  tables: Tables;
  value: string;
  onChoose: (type: string) => void;
}) {
  return (
    <SelectField
      label={t('console.import.kind.table')}
      value={value}
      onChoose={onChoose}
      none="–"
      options={tables.map(({ type, label }) => [type, label])}
    />
  );
}

type Outcome =
  | { kind: 'none' | 'running' }
  | { kind: 'rows'; rows: unknown }
  | { kind: 'failed'; error: ApiError };

/** A read-only aggregation: the edge refuses every other. */
function Pipeline({ projectId, tables }: { projectId: string; tables: Tables }) {
  const form = useFormDraft(
    `pipeline ${projectId}`,
    { table: '', pipeline: '[{ "$group": { "_id": null, "count": { "$sum": 1 } } }]' },
    'memory',
  );
  const { table, pipeline } = form.fields.value;
  const outcome = useSignal<Outcome>({ kind: 'none' });
  const run = async () => {
    outcome.value = { kind: 'running' };
    const result = await sendMessage('readEdge', {
      path: dataPath(projectId, '/filter/custom-mongo-aggregation-query'),
      keep: false,
      body: { type: table, customMongoQuery: pipeline },
    });
    outcome.value = result.ok
      ? { kind: 'rows', rows: result.value.value }
      : { kind: 'failed', error: result.error };
  };
  const { value: now } = outcome;
  return (
    <Part
      title={t('console.data.pipeline')}
      side={<span class="meta">{t('console.data.pipelineNote')}</span>}
    >
      <div class="inline-form">
        <TableChoice tables={tables} value={table} onChoose={(type) => form.edit({ table: type })} />
      </div>
      <textarea
        class="input code-input"
        rows={4}
        spellcheck={false}
        aria-label={t('console.data.pipeline')}
        value={pipeline}
        onInput={({ currentTarget }) => form.edit({ pipeline: currentTarget.value })}
      />
      <span class="verbs">
        <Button
          off={table === '' && t('console.incomplete')}
          busy={now.kind === 'running'}
          onClick={() => void run()}
        >
          {t('console.data.runPipeline')}
        </Button>
        <span class="meta" role="status">
          {now.kind === 'running' && t('console.loading')}
        </span>
        <Discard of={form} />
      </span>
      {now.kind === 'failed' && (
        <p class="failure" role="alert">
          {failureWords(now.error)}
        </p>
      )}
      {now.kind === 'rows' && (
        <ResultGrid
          label={t('console.data.pipeline')}
          fileName={`${projectId}-aggregation`}
          response={now.rows}
          none={t('console.database.sqlNoRows')}
        />
      )}
    </Part>
  );
}

/** A backup by its file name from the app's own settings: a temporary address. */
function Backup({ projectId }: { projectId: string }) {
  const name = useSignal('');
  const request = useSignal<string | null>(null);
  return (
    <Part title={t('console.data.backup')}>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          request.value = name.value.trim() || null;
        }}
      >
        <TextField
          label={t('console.data.backupName')}
          value={name.value}
          onText={(text) => (name.value = text)}
        />
        <Button type="submit" off={name.value.trim() === '' && t('console.incomplete')}>
          {t('console.data.getBackup')}
        </Button>
      </form>
      {request.value !== null && (
        <TemporaryLink
          key={request.value}
          path={dataPath(projectId, `/backup/${encodeURIComponent(request.value)}`)}
          label={t('console.data.download')}
        />
      )}
    </Part>
  );
}
