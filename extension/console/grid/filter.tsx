import { useId } from 'preact/hooks';
import type { Row } from '../../../shared/builder-api/database.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { useFormDraft } from '../parts/form-draft.tsx';
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

const NOTHING = { column: '', op: 'eq', text: '', reference: '' };

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
  const form = useFormDraft(`condition ${source.key}`, NOTHING, 'memory');
  const { column, op: chosenOp, text, reference } = form.fields.value;
  const op = OPERATORS.find((one) => one === chosenOp) ?? 'eq';
  const columnOf = (name: string) => source.columns.find((one) => one.name === name);
  // Other fields of an app's records than the properties of their table can't be queried.
  const isQueryable = (name: string) => source.place !== 'app' || columnOf(name) !== undefined;
  const chosenColumn = columnOf(column);
  const some = sample.map((row) => row[column]).find((value) => value !== null && value !== undefined);
  const control = chosenColumn?.control ?? controlOf(some, chosenColumn?.type ?? null);
  const operators = operatorsOf(chosenColumn);
  const parsed = chosenColumn?.choices
    ? { value: reference === '' ? null : reference }
    : op === 'contains'
      ? { value: text }
      : parseField(text, control);
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
        class="filter-form"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || column === '') return;
          event.preventDefault();
          event.stopPropagation();
          form.reset({ ...NOTHING, op });
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!parsed) return;
          onFilter([...where, { column, op, value: parsed.value }]);
          form.reset({ ...NOTHING, op });
        }}
      >
        <select
          class="input filter-column"
          aria-label={t('console.database.column')}
          value={column}
          onChange={({ currentTarget: { value } }) =>
            form.edit({ column: value, op: operatorsOf(columnOf(value)).includes(op) ? op : 'eq' })
          }
        >
          <option value="">+ {t('console.database.filter')}</option>
          {names.filter(isQueryable).map((name) => (
            <option key={name} value={name}>
              {columnOf(name)?.label ?? name}
            </option>
          ))}
        </select>
        {column !== '' && (
          <div class="dropped inline-form">
            <label class="field">
              <span class="meta">{t('console.database.comparison')}</span>
              <select
                class="input"
                value={op}
                onChange={({ currentTarget }) => form.edit({ op: currentTarget.value })}
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
                  value={reference === '' ? null : reference}
                  name={null}
                  choices={chosenColumn.choices}
                  onChange={(value) => form.edit({ reference: value === null ? '' : String(value) })}
                />
              ) : (
                <ValueInput
                  id={valueId}
                  control={control}
                  text={text}
                  isInvalid={parsed === null}
                  onText={(value) => form.edit({ text: value })}
                />
              )}
            </span>
            <button type="submit" class="button" disabled={parsed === null}>
              {t('console.database.filter')}
            </button>
          </div>
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
  onText,
}: {
  id: string;
  control: PropertyControl;
  text: string;
  isInvalid: boolean;
  onText: (text: string) => void;
}) {
  const attributes = {
    id,
    class: 'input',
    value: text,
    'aria-invalid': isInvalid,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onText(currentTarget.value),
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
function conditionWords({ column, op, value }: Condition, known: Column | undefined): string {
  const text = shownText(value, known?.control ?? null);
  return `${isolated(known?.label ?? column)} ${t(`console.database.op.${op}`)} ${isolated(text || '–')}`;
}
