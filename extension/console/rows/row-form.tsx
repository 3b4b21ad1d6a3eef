import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Row } from '../../../shared/builder-api/database.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { FileField } from './file-field.tsx';
import type { NameOf } from './grid.tsx';
import { LongText } from './long-text.tsx';
import { ReferenceField } from './reference-field.tsx';
import { type Column, isOwnColumn, type RowSource } from './row-source.ts';
import { discard, stageDelete, stagedRow, stageNew, stageValue } from './staged.ts';
import { changesOf } from './staged-changes.ts';
import { ValueSelect } from './value-select.tsx';
import { controlOf, fieldText, type PropertyControl, parseField } from './values.ts';

/** A whole row: read-only, or with a field per column in edit mode. Input is staged at once. */
export function RowForm({
  source,
  id,
  row,
  names,
  nameOf,
}: {
  source: RowSource;
  /** Null: a new row. */
  id: string | null;
  row: Row;
  names: readonly string[];
  nameOf: NameOf;
}) {
  const { mode, columns, mayDelete } = source;
  const { staged } = changesOf(source.key);
  const newKey = useSignal(`+${crypto.randomUUID()}`);
  const key = id ?? newKey.value;
  const entry = staged.value.find((one) => one.key === key);
  const created = entry?.change.kind === 'create' ? entry.change.data : {};
  const after = id === null ? created : stagedRow(staged.value, id, row);
  const isEdited = mode.on.value && after !== null;
  const columnOf = (name: string) => columns.find((column) => column.name === name);
  // What an app's records hold beside the properties of their table follows from references.
  const isSettable = (name: string) =>
    !isOwnColumn(name) && (source.place !== 'app' || columnOf(name) !== undefined);
  const set = (name: string, value: unknown) => {
    mode.touch();
    staged.value =
      id === null
        ? stageNew(staged.value, key, { ...created, [name]: value })
        : stageValue(staged.value, id, row, name, value);
  };
  return (
    <>
      <p class="spread">
        <a href={source.addressOf()} class="button quiet">
          ‹ {t('console.database.allRows')}
        </a>
        {mode.on.value && id !== null && mayDelete && (
          <button
            type="button"
            class="button"
            aria-pressed={after === null}
            onClick={() => {
              mode.touch();
              staged.value = after === null ? discard(staged.value, key) : stageDelete(staged.value, id, row);
            }}
          >
            {t(after === null ? 'console.database.keepRow' : 'console.database.deleteRow')}
          </button>
        )}
      </p>
      <dl class="row-fields">
        {names
          .filter((name) => id !== null || isSettable(name))
          .map((name) => (
            <Field
              key={name}
              label={columnOf(name)?.label ?? name}
              value={(after ?? row)[name]}
              name={nameOf(name, (after ?? row)[name])}
              column={columnOf(name)}
              control={
                columnOf(name)?.control ??
                controlOf((after ?? row)[name] ?? row[name], columnOf(name)?.type ?? null)
              }
              isChanged={after !== null && id !== null && after[name] !== row[name]}
              onChange={isEdited && isSettable(name) ? (value) => set(name, value) : null}
            />
          ))}
      </dl>
    </>
  );
}

function Field({
  label,
  value,
  name,
  column,
  control,
  isChanged,
  onChange,
}: {
  label: string;
  value: unknown;
  name: string | null;
  column: Column | undefined;
  control: PropertyControl;
  isChanged: boolean;
  onChange: ((value: unknown) => void) | null;
}) {
  const fieldId = useId();
  return (
    <div class={isChanged ? 'row-field changed' : 'row-field'}>
      <dt>
        {onChange ? (
          <label for={fieldId} class="meta">
            {isolated(label)}
          </label>
        ) : (
          <span class="meta">{isolated(label)}</span>
        )}
      </dt>
      <dd>
        {onChange && column?.choices ? (
          <ReferenceField
            id={fieldId}
            value={value}
            name={name}
            choices={column.choices}
            onChange={onChange}
          />
        ) : onChange && column?.files ? (
          <FileField id={fieldId} value={value} column={column.files} onChange={onChange} />
        ) : onChange && control.kind !== 'binary' ? (
          <ValueField id={fieldId} value={value} control={control} onChange={onChange} />
        ) : fieldText(value, control) === '' ? (
          <span class="meta">–</span>
        ) : (
          <Shown text={name ?? fieldText(value, control)} address={addressIn(column, value)} />
        )}
      </dd>
    </div>
  );
}

const addressIn = (column: Column | undefined, value: unknown): string | null =>
  column?.addressOf && typeof value === 'string' && value !== '' ? column.addressOf(value) : null;

const Shown = ({ text, address }: { text: string; address: string | null }) =>
  address === null ? <LongText text={text} /> : <a href={address}>{isolated(text)}</a>;

/** Input field of a value by its type. Invalid input stays in the field and is not staged. */
function ValueField({
  id,
  value,
  control,
  onChange,
}: {
  id: string;
  value: unknown;
  control: PropertyControl;
  onChange: (value: unknown) => void;
}) {
  const typed = useSignal<string | null>(null);
  const isInvalid = typed.value !== null && parseField(typed.value, control) === null;
  const onInput = ({ currentTarget: { value: text } }: { currentTarget: { value: string } }) => {
    typed.value = text;
    const parsed = parseField(text, control);
    if (parsed) onChange(parsed.value);
  };
  const text = (isInvalid && typed.value) || fieldText(value, control);
  const attributes = { id, class: 'input', value: text, 'aria-invalid': isInvalid, onInput };
  switch (control.kind) {
    case 'boolean':
      return <ValueSelect {...attributes} />;
    case 'options':
      return control.multiple ? (
        <OptionBoxes options={control.options} value={value} onChange={onChange} />
      ) : (
        <ValueSelect {...attributes} options={control.options} />
      );
    case 'date':
      return <input {...attributes} type={control.withHour ? 'datetime-local' : 'date'} />;
    case 'text':
      return <input {...attributes} />;
    case 'number':
      return (
        <>
          <input {...attributes} inputMode="decimal" />
          {isInvalid && <Invalid words={t('console.database.notNumber')} />}
        </>
      );
    case 'binary':
      return <span>{text}</span>;
    case 'long-text':
    case 'file':
    case 'json':
      return (
        <>
          <textarea {...attributes} rows={Math.min(10, Math.max(2, text.split('\n').length))} />
          {isInvalid && <Invalid words={t('console.database.notJson')} />}
        </>
      );
  }
}

const Invalid = ({ words }: { words: string }) => (
  <span class="meta failure" role="status">
    {words}
  </span>
);

function OptionBoxes({
  options,
  value,
  onChange,
}: {
  options: readonly string[];
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const chosen = Array.isArray(value) ? value : [];
  return (
    <span class="verbs">
      {options.map((option) => (
        <label key={option} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, option] : chosen.filter((one) => one !== option))
            }
          />
          {isolated(option)}
        </label>
      ))}
    </span>
  );
}
