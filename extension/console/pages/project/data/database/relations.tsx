import { useSignal } from '@preact/signals';
import type { Row } from '../../../../../../shared/builder-api/database.ts';
import { isolated } from '../../../../../i18n/naming.ts';
import { t } from '../../../../../i18n/t.ts';
import { useChange } from '../../../../../reads/change.ts';
import { allDatabaseOf } from '../../../../../reads/paths.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Question } from '../../../../../ui/confirm.tsx';
import { SelectField, TextField } from '../../../../../ui/form.tsx';
import { isOwnColumn } from '../../../../grid/row-source.ts';
import { writeMode } from '../../../../grid/write-mode.ts';
import { DraftTrouble, useFormDraft } from '../../../../parts/form-draft.tsx';
import { ChangeStatus } from '../../../../parts/part.tsx';
import { type Engine, type Environment, relationRequest } from './query.ts';

/** Rows that a row's columns link to; made and removed one at a time, in the place that is being edited. */
export function Relations({
  projectId,
  engine,
  environment,
  table,
  columns,
  id,
  row,
}: {
  projectId: string;
  engine: Engine;
  environment: Environment;
  table: string;
  columns: readonly string[];
  id: string;
  row: Row;
}) {
  const mode = writeMode(projectId, environment);
  const change = useChange(mode);
  const form = useFormDraft(
    `relation ${projectId} ${environment} ${table} ${id}`,
    { column: '', target: '' },
    'memory',
  );
  const { column, target } = form.fields.value;
  const confirming = useSignal<{ action: 'link' | 'unlink'; column: string; targetId: string } | null>(null);
  const linked = Object.entries(row).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value
          .filter((one) => typeof one === 'string' || typeof one === 'number')
          .map((one) => ({ column: name, targetId: String(one) }))
      : [],
  );
  if (!mode.on.value && linked.length === 0) return null;
  const send = async () => {
    const { value: confirmed } = confirming;
    confirming.value = null;
    if (confirmed === null) return;
    const { action, ...relation } = confirmed;
    const request = relationRequest(projectId, engine, environment, table, action, { id, ...relation });
    const result = await change.send(request, [allDatabaseOf(projectId)]);
    if (result.ok) form.reset({ column, target: '' });
  };
  return (
    <details class="more" open={linked.length > 0}>
      <summary>{t('console.relations.title')}</summary>
      <ul class="lines-list">
        {linked.map((one) => (
          <li key={`${one.column}/${one.targetId}`} class="line spread">
            <span>
              <span class="meta">{isolated(one.column)}</span> {isolated(one.targetId)}
            </span>
            {mode.on.value && (
              <Button quiet onClick={() => (confirming.value = { action: 'unlink', ...one })}>
                {t('console.data.unlink')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mode.on.value && (
        <div class="inline-form">
          <SelectField
            label={t('console.relations.column')}
            value={column}
            onChoose={(chosen) => form.edit({ column: chosen })}
            none="–"
            options={columns.filter((name) => !isOwnColumn(name)).map((name) => [name, name])}
          />
          <TextField label={t('console.data.linkTo')} {...form.text('target')} />
          <Button
            off={(column === '' || target.trim() === '') && t('status.incomplete')}
            onClick={() => (confirming.value = { action: 'link', column, targetId: target.trim() })}
          >
            {t('console.data.link')}
          </Button>
          <DraftTrouble of={form} />
        </div>
      )}
      {confirming.value && (
        <Question
          label={changeWords(confirming.value.action, environment)}
          verb={changeWords(confirming.value.action, environment)}
          look={environment === 'production' ? 'danger' : 'primary'}
          onSure={() => void send()}
          onBack={() => (confirming.value = null)}
        >
          <span class="meta">
            {isolated(confirming.value.column)}: {isolated(confirming.value.targetId)}
          </span>
        </Question>
      )}
      <ChangeStatus state={change.state.value} />
    </details>
  );
}

const changeWords = (action: 'link' | 'unlink', environment: Environment): string =>
  action === 'link'
    ? t(`console.relations.link.${environment}`)
    : t(`console.relations.unlink.${environment}`);
