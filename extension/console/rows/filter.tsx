import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Row } from '../../../shared/builder-api/database.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { ReferenceField } from './reference-field.tsx';
import { type Column, type Condition, OPERATORS, type Operator, type RowSource } from './row-source.ts';
import { ValueSelect } from './value-select.tsx';
import { controlOf, type PropertyControl, parseField, shownText } from './values.ts';

const EQUALITY: readonly Operator[] = ['eq', 'ne'];
const ON_TEXT: readonly Operator[] = [...EQUALITY, 'contains'];
const ON_ORDER: readonly Operator[] = OPERATORS.filter((op) => op !== 'contains');

/** Operators that a backend accepts on a column of this type (gaps page, filter operators); all where the type is unknown. */
export function operatorsOf(column: Column | undefined): readonly Operator[] {
  if (column?.choices) return EQUALITY;
  switch (column?.control?.kind) {
    case undefined:
      return OPERATORS;
    case 'number':
    case 'date':
      return ON_ORDER;
    case 'text':
    case 'long-text':
    case 'json':
      return ON_TEXT;
    case 'boolean':
    case 'options':
    case 'binary':
    case 'file':
      return EQUALITY;
  }
}

/** Conditions that all hold: those that are set, each to be taken away, and a form for another one. */
export function Filter({
  source,
  names,
  sample,
  where,
  onFilter,
}: {
  source: RowSource;
  names: readonly string[];
  sample: readonly Row[];
  where: readonly Condition[];
  onFilter: (where: readonly Condition[]) => void;
}) {
  const column = useSignal('');
  const op = useSignal<Operator>('eq');
  const text = useSignal('');
  const reference = useSignal<string | null>(null);
  const columnOf = (name: string) => source.columns.find((one) => one.name === name);
  // What an app's records hold beside the properties of their table can't be asked for.
  const isAskable = (name: string) => source.place !== 'app' || columnOf(name) !== undefined;
  const chosenColumn = columnOf(column.value);
  const some = sample.map((row) => row[column.value]).find((value) => value !== null && value !== undefined);
  const control = chosenColumn?.control ?? controlOf(some, chosenColumn?.type ?? null);
  const operators = operatorsOf(chosenColumn);
  const parsed = chosenColumn?.choices
    ? { value: reference.value }
    : op.value === 'contains'
      ? { value: text.value }
      : parseField(text.value, control);
  const valueId = useId();
  return (
    <>
      {where.length > 0 && (
        <ul class="conditions">
          {where.map((one, at) => (
            <li key={at} class="condition">
              <span>{conditionWords(one, columnOf(one.column))}</span>
              <button
                type="button"
                class="button quiet"
                aria-label={t('console.rows.dropCondition', {
                  condition: conditionWords(one, columnOf(one.column)),
                })}
                onClick={() => onFilter(where.filter((_, other) => other !== at))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!parsed) return;
          onFilter([...where, { column: column.value, op: op.value, value: parsed.value }]);
          column.value = '';
          text.value = '';
          reference.value = null;
        }}
      >
        <label class="field">
          <span class="meta">{t('console.database.column')}</span>
          <select
            class="input"
            value={column.value}
            onChange={({ currentTarget }) => {
              column.value = currentTarget.value;
              if (!operatorsOf(columnOf(column.value)).includes(op.value)) op.value = 'eq';
            }}
          >
            <option value="">
              {t(where.length > 0 ? 'console.rows.noMore' : 'console.database.noFilter')}
            </option>
            {names.filter(isAskable).map((name) => (
              <option key={name} value={name}>
                {columnOf(name)?.label ?? name}
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
                {operators.map((one) => (
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
              {chosenColumn?.choices ? (
                <ReferenceField
                  id={valueId}
                  value={reference.value}
                  name={null}
                  choices={chosenColumn.choices}
                  onChange={(value) => (reference.value = value === null ? null : String(value))}
                />
              ) : (
                <ValueInput id={valueId} control={control} text={text} isInvalid={parsed === null} />
              )}
            </span>
            <button type="submit" class="button" disabled={parsed === null}>
              {t('console.database.filter')}
            </button>
          </>
        )}
      </form>
    </>
  );
}

function ValueInput({
  id,
  control,
  text,
  isInvalid,
}: {
  id: string;
  control: PropertyControl;
  text: { value: string };
  isInvalid: boolean;
}) {
  const attributes = {
    id,
    class: 'input',
    value: text.value,
    'aria-invalid': isInvalid,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => (text.value = currentTarget.value),
  };
  switch (control.kind) {
    case 'options':
      return <ValueSelect {...attributes} options={control.options} />;
    case 'boolean':
      return <ValueSelect {...attributes} />;
    case 'date':
      return <input {...attributes} type={control.withHour ? 'datetime-local' : 'date'} />;
    case 'text':
    case 'long-text':
    case 'number':
    case 'json':
    case 'binary':
    case 'file':
      return <input {...attributes} />;
  }
}

/** "Duration is at least 30". */
function conditionWords({ column, op, value }: Condition, chosenColumn: Column | undefined): string {
  const text = shownText(value, chosenColumn?.control ?? null);
  return `${isolated(chosenColumn?.label ?? column)} ${t(`console.database.op.${op}`)} ${isolated(text || '–')}`;
}
