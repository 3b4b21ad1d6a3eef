import { useId } from 'preact/hooks';
import type { Row } from '../../../shared/builder-api/database.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import type { NameOf } from './grid.tsx';
import { LongText } from './long-text.tsx';
import { type Column, isSettable, type RowSource } from './row-source.ts';
import { discard, stageDelete, stagedRow, type Typed } from './staged.ts';
import { changesOf, typeInto } from './staged-changes.ts';
import { ValueField } from './value-field.tsx';
import { controlOf, decimalsOf, flagText, numberText, type PropertyControl, wholeText } from './values.ts';

/** A whole row: read-only, or with a field per column in edit mode. Input is staged at once. */
export function RowForm({
  source,
  id,
  isNew,
  row,
  names,
  nameOf,
  beside,
}: {
  source: RowSource;
  /** Of a new row: its key among the staged changes. */
  id: string;
  isNew: boolean;
  row: Row;
  names: readonly string[];
  nameOf: NameOf;
  /** The rows of its list, with whose decimals its numbers are shown. */
  beside: readonly Row[];
}) {
  const { mode, columns, mayDelete } = source;
  const { staged, edit } = changesOf(source.key);
  const entry = staged.value.find(({ key }) => key === id);
  const created = entry?.change.kind === 'create' ? entry.change.data : {};
  const after = isNew ? created : stagedRow(staged.value, id, row);
  // What is being sent stays as it was sent.
  const isEdited = mode.on.value && after !== null && (entry?.sentAt ?? null) === null;
  const columnOf = (name: string) => columns.find((column) => column.name === name);
  return (
    <>
      {mode.on.value && !isNew && mayDelete && (
        <p class="verbs">
          <Button
            aria-pressed={after === null}
            onClick={() => {
              mode.touch();
              void edit((list) => (after === null ? discard(list, id) : stageDelete(list, id, row)));
            }}
          >
            {t(after === null ? 'console.rows.row.keep' : 'console.rows.row.delete')}
          </Button>
        </p>
      )}
      <dl class="row-fields">
        {names
          .filter((name) => !isNew || isSettable(source, name))
          .map((name) => (
            <Field
              key={name}
              label={`${columnOf(name)?.label ?? name}${columnOf(name)?.isRequired ? ' *' : ''}`}
              value={(after ?? row)[name]}
              name={nameOf(name, (after ?? row)[name])}
              decimals={decimalsOf([row, ...beside].map((one) => one[name]))}
              column={columnOf(name)}
              control={
                columnOf(name)?.control ??
                controlOf((after ?? row)[name] ?? row[name], columnOf(name)?.type ?? null)
              }
              isChanged={after !== null && !isNew && after[name] !== row[name]}
              invalid={entry?.invalid?.[name] ?? null}
              onType={
                isEdited && isSettable(source, name)
                  ? (typed) => typeInto(source, id, isNew ? null : row, name, typed)
                  : null
              }
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
  decimals,
  column,
  control,
  isChanged,
  invalid,
  onType,
}: {
  label: string;
  value: unknown;
  name: string | null;
  decimals: number;
  column: Column | undefined;
  control: PropertyControl;
  isChanged: boolean;
  invalid: string | null;
  onType: ((typed: Typed) => void) | null;
}) {
  const fieldId = useId();
  const text =
    name ?? flagText(value, column?.type) ?? numberText(value, decimals) ?? wholeText(value, control);
  return (
    <div class={isChanged ? 'row-field changed' : 'row-field'}>
      <dt>
        {onType ? (
          <label for={fieldId} class="meta">
            {isolated(label)}
          </label>
        ) : (
          <span class="meta">{isolated(label)}</span>
        )}
      </dt>
      <dd>
        {onType && control.kind !== 'binary' ? (
          <ValueField
            id={fieldId}
            label={label}
            value={value}
            name={name}
            control={control}
            column={column}
            invalid={invalid}
            onInvalid={(text) => onType({ kind: 'invalid', text })}
            onChange={(to) => onType({ kind: 'value', value: to })}
          />
        ) : invalid !== null ? (
          <span class="meta failure">{isolated(invalid)}</span>
        ) : text === '' ? (
          <span class="meta">–</span>
        ) : (
          <Shown text={text} address={addressIn(column, value)} />
        )}
      </dd>
    </div>
  );
}

const addressIn = (column: Column | undefined, value: unknown): string | null =>
  column?.addressOf && typeof value === 'string' && value !== '' ? column.addressOf(value) : null;

const Shown = ({ text, address }: { text: string; address: string | null }) =>
  address === null ? <LongText text={text} /> : <a href={address}>{isolated(text)}</a>;
