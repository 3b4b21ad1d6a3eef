import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import type { Table } from '../../../../../shared/data-api/records.ts';
import { type ApiError, IN_DOUBT } from '../../../../edge-client/api-error.ts';
import { failureWords } from '../../../../i18n/failure-words.ts';
import { formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { sendMessage } from '../../../../messaging/client.ts';
import { dataPath } from '../../../../reads/paths.ts';
import { refreshUnder } from '../../../../reads/resource.ts';
import { Question } from '../../../../ui/confirm.tsx';
import { FileButton, SelectField } from '../../../../ui/form.tsx';
import { away } from '../../../../ui/page-state.ts';
import { mayAct } from '../../../../ui/stored-state.ts';
import type { Condition } from '../../../grid/row-source.ts';
import { writeMode } from '../../../grid/write-mode.ts';
import { filterOf } from './filter.ts';
import { attachFile } from './upload.ts';

/** The most records of one call (`uploadAndLinkFile`). */
const RECORDS_MAX = 500;

type State =
  | { kind: 'choosing' }
  /** `records`: how many match now; null = they can't be counted. */
  | { kind: 'confirming'; file: File; records: number | null | undefined }
  | { kind: 'sending' }
  | { kind: 'done'; records: number | null }
  | { kind: 'failed'; error: ApiError };

/**
 * Attaches one file to all rows found by "is" conditions, in write mode. Several rows at once are an owner's to change, as the
 * edge holds it too.
 */
export function AttachFile({
  projectId,
  table,
  where,
  attach = attachFile,
}: {
  projectId: string;
  table: Table;
  where: readonly Condition[];
  attach?: typeof attachFile;
}) {
  const properties = table.properties.filter(({ propertyType }) => propertyType === 'file');
  const mode = writeMode(projectId, 'app');
  if (!mode.on.value || properties.length === 0) return null;
  const isFit = where.length > 0 && where.every(({ op, or }) => op === 'eq' && or === undefined);
  return (
    <details class="more">
      <summary>{t('console.attach.title')}</summary>
      {isFit ? (
        <Form key={JSON.stringify(where)} {...{ projectId, table, where, attach, properties }} />
      ) : (
        <p class="meta">{t('console.attach.filterFirst')}</p>
      )}
    </details>
  );
}

function Form({
  projectId,
  table,
  where,
  attach,
  properties,
}: Required<Parameters<typeof AttachFile>[0]> & { properties: Table['properties'] }) {
  const named = useSignal(properties[0]?.name ?? '');
  const state = useSignal<State>({ kind: 'choosing' });
  const mode = writeMode(projectId, 'app');
  const property = properties.find(({ name }) => name === named.value);
  const idOf = (name: string) => table.properties.find((one) => one.name === name)?.id ?? name;
  const choose = async (file: File) => {
    mode.touch();
    state.value = { kind: 'confirming', file, records: undefined };
    const records = await countOf(projectId, table, where);
    if (state.peek().kind === 'confirming') state.value = { kind: 'confirming', file, records };
  };
  const send = async (file: File, limit: number) => {
    state.value = { kind: 'sending' };
    mode.touch();
    const result = await attach(projectId, file, {
      table: table.id,
      property: idOf(named.peek()),
      filter: where.map(({ column, value }) => ({ field: idOf(column), value })),
      limit,
    });
    if (!result.ok) mode.noteError(result.error);
    await refreshUnder(dataPath(projectId, '/'));
    state.value = result.ok
      ? { kind: 'done', records: result.value }
      : { kind: 'failed', error: result.error };
  };
  const { value: now } = state;
  return (
    <div class="inline-form">
      {properties.length > 1 && (
        <SelectField
          label={t('console.attach.property')}
          value={named.value}
          disabled={now.kind === 'sending'}
          onChoose={(chosen) => (named.value = chosen)}
          options={properties.map(({ name, label }) => [name, isolated(label || name)])}
        />
      )}
      <span>
        <FileButton
          off={away.value || (now.kind === 'sending' && t('console.sending'))}
          onFiles={([file]) => file && void choose(file)}
        >
          {t('verb.chooseFile')}
        </FileButton>{' '}
        <span class="meta">{t('console.attach.file')}</span>
      </span>
      {now.kind === 'confirming' && (
        <ConfirmAttach
          {...now}
          {...{ table, property }}
          onBack={() => (state.value = { kind: 'choosing' })}
          onSure={(limit) => void send(now.file, limit)}
        />
      )}
      <span class={now.kind === 'failed' ? 'meta failure' : 'meta'} role="status">
        {now.kind === 'sending' && t('console.rows.uploading')}
        {now.kind === 'done' &&
          (now.records === null ? t('console.kept') : t('console.attach.done', now.records))}
        {now.kind === 'failed' && failureWords(now.error)}{' '}
        {now.kind === 'failed' && IN_DOUBT.has(now.error.kind) && t('console.inDoubt')}
      </span>
    </div>
  );
}

/** Says what it will do before it is pressed: the file, how many rows, and what becomes of the files that they have. */
function ConfirmAttach({
  file,
  records,
  table,
  property,
  onBack,
  onSure,
}: {
  file: File;
  records: number | null | undefined;
  table: Table;
  property: Table['properties'][number] | undefined;
  onBack: () => void;
  onSure: (limit: number) => void;
}) {
  const count = records ?? 0;
  const isTooMany = count > RECORDS_MAX;
  const isForOwner = count > 1 && !mayAct('owner');
  const verb = t('console.attach.verb', count);
  const words = () => {
    if (records === undefined) return t('console.loading');
    if (records === null) return t('console.attach.notCounted');
    if (count === 0) return t('console.nothingFound');
    if (isTooMany) return t('console.attach.tooMany', { max: formatNumber(RECORDS_MAX) });
    if (isForOwner) return t('console.attach.forOwner', { count: formatNumber(count) });
    const values = {
      file: isolated(file.name),
      property: isolated(property?.label || (property?.name ?? '')),
    };
    return property?.typeExtras?.file?.multiple === true
      ? t('console.attach.adds', values)
      : t('console.attach.replaces', values);
  };
  return (
    <Question
      label={t('console.attach.title')}
      verb={count > 0 && !isTooMany && !isForOwner ? verb : null}
      look="primary"
      onSure={() => onSure(count)}
      onBack={onBack}
    >
      <span class="meta">
        {words()} {count > 0 && <span class="meta">{isolated(table.label)}</span>}
      </span>
    </Question>
  );
}

/** How many records match, counted by the backend; null when it does not say. */
async function countOf(projectId: string, table: Table, where: readonly Condition[]): Promise<number | null> {
  const result = await sendMessage('readEdge', {
    path: dataPath(projectId, `/crud/query/${encodeURIComponent(table.type)}`),
    keep: false,
    body: { filter: filterOf(where), pagination: { limit: 1, page: 0 }, returnCount: true },
  });
  if (!result.ok) return null;
  const { total, value } = result.value;
  return total ?? (z.array(z.unknown()).safeParse(value).data?.length === 0 ? 0 : null);
}
