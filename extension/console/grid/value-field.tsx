import { useSignal } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { useEffect } from 'preact/hooks';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { FileField } from './file-field.tsx';
import { ReferenceField } from './reference-field.tsx';
import type { Column } from './row-source.ts';
import { fieldText, type PropertyControl, parseField } from './values.ts';

interface FieldProps {
  id?: string;
  /** Of a field that no `<label>` names. */
  label?: string;
  value: unknown;
  control: PropertyControl;
  onChange: (value: unknown, name?: string) => void;
  /** Invalid input of an earlier visit, shown again; `onInvalid` reports such input instead of a value. */
  invalid?: string | null;
  onInvalid?: (text: string) => void;
  /** Parses input; null when invalid. Default: `parseField`. */
  read?: (text: string) => { value: unknown } | null;
  /** Whether typed input is reported once the field is left, where each change costs much. */
  isLazy?: boolean;
}

/** The input of a value by its type. What is invalid stays in the field, and is reported as no value. */
export function ValueField({
  name,
  column,
  onText,
  ...field
}: FieldProps & {
  /** Of the record that a reference refers to; null: unknown. */
  name: string | null;
  column: Pick<Column, 'choices' | 'files'> | undefined;
  /** For references that may be typed, not only chosen. */
  onText?: (text: string) => void;
}) {
  const { id, label, value, onChange } = field;
  const place = { id, label, value, onChange };
  if (column?.choices)
    return <ReferenceField {...place} name={name} choices={column.choices} onText={onText} />;
  return column?.files ? <FileField {...place} column={column.files} /> : <TypedField {...field} />;
}

function TypedField({
  id,
  label,
  value,
  control,
  onChange,
  invalid = null,
  onInvalid,
  read,
  isLazy,
}: FieldProps) {
  /** Input while it is typed, and after that if it is invalid. */
  const typed = useSignal<string | null>(null);
  const parsed = (text: string) => (read ? read(text) : parseField(text, control));
  const isInvalid = typed.value === null ? invalid !== null : parsed(typed.value) === null;
  const report = (text: string) => {
    const result = parsed(text);
    if (result) onChange(result.value);
    else onInvalid?.(text);
  };
  useEffect(() => {
    if (!isLazy) return;
    // What is typed is kept when the page is closed, which leaves no field.
    const onHidden = () => {
      if (document.hidden && typed.peek() !== null) report(typed.peek() ?? '');
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  });
  const text = typed.value ?? invalid ?? fieldText(value, control);
  const named = { id, 'aria-label': label, class: 'input' };
  const attributes = {
    ...{ ...named, dir: 'auto' as const, value: text, 'aria-invalid': isInvalid },
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => {
      typed.value = currentTarget.value;
      if (!isLazy) report(currentTarget.value);
    },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      if (isLazy) report(currentTarget.value);
    },
    onBlur: () => {
      if (!isInvalid) typed.value = null;
    },
  };
  const select = {
    ...{ ...named, value: text },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => report(currentTarget.value),
  };
  switch (control.kind) {
    case 'boolean':
      return <ValueSelect {...select} />;
    case 'options':
      return control.multiple ? (
        <OptionChips options={control.options} label={label} value={value} onChange={onChange} />
      ) : (
        <ValueSelect {...select} options={control.options} />
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
          <textarea
            {...attributes}
            class="input growing"
            rows={Math.min(10, Math.max(2, text.split('\n').length))}
          />
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

/** Any number of options, each pressed or not. */
function OptionChips({
  options,
  label,
  value,
  onChange,
}: {
  options: readonly string[];
  label: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const chosen = Array.isArray(value) ? value : [];
  return (
    <fieldset class="verbs options" aria-label={label}>
      {options.map((option) => {
        const isChosen = chosen.includes(option);
        return (
          <Button
            key={option}
            class="chip"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? chosen.filter((one) => one !== option) : [...chosen, option])}
          >
            {isolated(option)}
          </Button>
        );
      })}
    </fieldset>
  );
}

/** Chooses one of a property's options, or yes or no where it has none; empty = no value. */
export function ValueSelect({
  options,
  ...attributes
}: { options?: readonly string[] } & ComponentProps<'select'>) {
  return (
    <select {...attributes}>
      <option value="">–</option>
      {options === undefined ? (
        <>
          <option value="true">{t('fact.yes')}</option>
          <option value="false">{t('fact.no')}</option>
        </>
      ) : (
        options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))
      )}
    </select>
  );
}
