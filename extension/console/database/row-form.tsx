import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Row } from '../../../shared/builder-api/database.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { stored } from '../../ui/stored-state.ts';
import { isOwnColumn, type TablePlace } from './query.ts';
import { discard, stageDelete, stagedRow, stageNew, stageValue } from './staged.ts';
import { stagedOf } from './staged-changes.ts';
import { type Control, controlOf, fieldText, parseField } from './values.ts';
import type { writeMode } from './write-mode.ts';

/** One row, whole: read, or, while rows are being edited, a field for each of its columns. What is typed is staged at once. */
export function RowForm({
  place,
  mode,
  id,
  row,
  names,
  typeOf,
  back,
}: {
  place: TablePlace;
  mode: ReturnType<typeof writeMode>;
  /** Null: a row that does not exist yet. */
  id: string | null;
  row: Row;
  names: readonly string[];
  typeOf: (name: string) => string | null;
  back: string;
}) {
  const staged = stagedOf(place);
  const newKey = useSignal(`+${crypto.randomUUID()}`);
  const key = id ?? newKey.value;
  const entry = staged.value.find((one) => one.key === key);
  const created = entry?.change.kind === 'create' ? entry.change.data : {};
  const after = id === null ? created : stagedRow(staged.value, id, row);
  const mayDelete = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const isEdited = mode.on.value && after !== null;
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
        <a href={back} class="button quiet">
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
          .filter((name) => id !== null || !isOwnColumn(name))
          .map((name) => (
            <Field
              key={name}
              name={name}
              value={(after ?? row)[name]}
              control={controlOf((after ?? row)[name] ?? row[name], typeOf(name))}
              isChanged={after !== null && id !== null && after[name] !== row[name]}
              onChange={isEdited && !isOwnColumn(name) ? (value) => set(name, value) : null}
            />
          ))}
      </dl>
    </>
  );
}

function Field({
  name,
  value,
  control,
  isChanged,
  onChange,
}: {
  name: string;
  value: unknown;
  control: Control;
  isChanged: boolean;
  onChange: ((value: unknown) => void) | null;
}) {
  const fieldId = useId();
  // What was typed and is no such value stays in the field, and is not staged.
  const typed = useSignal<string | null>(null);
  const invalid = typed.value !== null && parseField(typed.value, control) === null;
  const onInput = ({ currentTarget: { value: text } }: { currentTarget: { value: string } }) => {
    typed.value = text;
    const parsed = parseField(text, control);
    if (parsed) onChange?.(parsed.value);
  };
  const text = (invalid && typed.value) || fieldText(value);
  const attributes = { id: fieldId, class: 'input', value: text, 'aria-invalid': invalid, onInput };
  return (
    <div class={isChanged ? 'row-field changed' : 'row-field'}>
      <dt>
        {onChange ? (
          <label for={fieldId} class="meta">
            {isolated(name)}
          </label>
        ) : (
          <span class="meta">{isolated(name)}</span>
        )}
      </dt>
      <dd>
        {!onChange ? (
          fieldText(value) === '' ? (
            <span class="meta">–</span>
          ) : (
            <span class="quoted-value">{isolated(fieldText(value))}</span>
          )
        ) : control === 'boolean' ? (
          <select {...attributes} onChange={onInput}>
            <option value="">–</option>
            <option value="true">true</option>
            <option value="false">false</option>
          </select>
        ) : control === 'number' ? (
          <input {...attributes} inputMode="decimal" />
        ) : (
          <textarea {...attributes} rows={Math.min(10, text.split('\n').length)} />
        )}
        {invalid && (
          <span class="meta failure" role="status">
            {t(control === 'number' ? 'console.database.notNumber' : 'console.database.notJson')}
          </span>
        )}
      </dd>
    </div>
  );
}
