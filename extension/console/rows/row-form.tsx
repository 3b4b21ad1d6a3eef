import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Row } from '../../../shared/builder-api/database.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import type { NameOf } from './grid.tsx';
import { LongText } from './long-text.tsx';
import { type Column, isOwnColumn, type RowSource } from './row-source.ts';
import { discard, stageDelete, stagedRow, stageNew, stageValue } from './staged.ts';
import { changesOf } from './staged-changes.ts';
import { ValueField } from './value-field.tsx';
import { controlOf, fieldText, type PropertyControl } from './values.ts';

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
        {onChange && control.kind !== 'binary' ? (
          <ValueField
            id={fieldId}
            label={label}
            value={value}
            name={name}
            control={control}
            column={column}
            onChange={onChange}
          />
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
