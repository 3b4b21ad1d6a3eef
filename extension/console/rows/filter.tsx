import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Row } from '../../../shared/builder-api/database.ts';
import { t } from '../../i18n/t.ts';
import { OPERATORS, type Operator, type RowSource, type RowsQuestion } from './row-source.ts';
import { controlOf, parseField } from './values.ts';

/** One condition: column, operator and value. */
export function Filter({
  source,
  names,
  sample,
  onFilter,
}: {
  source: RowSource;
  names: readonly string[];
  sample: readonly Row[];
  onFilter: (where: RowsQuestion['where']) => void;
}) {
  const column = useSignal('');
  const op = useSignal<Operator>('eq');
  const text = useSignal('');
  const chosen = source.columns.find(({ name }) => name === column.value);
  const some = sample.map((row) => row[column.value]).find((value) => value !== null && value !== undefined);
  const parsed =
    op.value === 'contains'
      ? { value: text.value }
      : parseField(text.value, chosen?.control ?? controlOf(some, chosen?.type ?? null));
  const valueId = useId();
  const field = {
    id: valueId,
    class: 'input',
    value: text.value,
    'aria-invalid': parsed === null,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => (text.value = currentTarget.value),
  };
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed) onFilter([{ column: column.value, op: op.value, value: parsed.value }]);
      }}
    >
      <label class="field">
        <span class="meta">{t('console.database.column')}</span>
        <select
          class="input"
          value={column.value}
          onChange={({ currentTarget }) => {
            column.value = currentTarget.value;
            if (column.value === '') onFilter([]);
          }}
        >
          <option value="">{t('console.database.noFilter')}</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {source.columns.find((one) => one.name === name)?.label ?? name}
            </option>
          ))}
        </select>
      </label>
      {column.value !== '' && (
        <>
          <label class="field">
            <span class="meta">{t('console.database.comparison')}</span>
            <select
              class="input"
              value={op.value}
              onChange={({ currentTarget }) => (op.value = currentTarget.value as Operator)}
            >
              {OPERATORS.map((one) => (
                <option key={one} value={one}>
                  {t(`console.database.op.${one}`)}
                </option>
              ))}
            </select>
          </label>
          <span class="field">
            <label for={valueId} class="meta">
              {t('console.database.value')}
            </label>
            {chosen?.control?.kind === 'date' ? <input {...field} type="date" /> : <input {...field} />}
          </span>
          <button type="submit" class="button" disabled={parsed === null}>
            {t('console.database.filter')}
          </button>
        </>
      )}
    </form>
  );
}
