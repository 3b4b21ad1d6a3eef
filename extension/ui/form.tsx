import type { AllHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { useId } from 'preact/hooks';
import type { Off } from './button.tsx';

/** What a form does when it is sent: the page stays. */
export const onSent = (send: () => void) => (event: Event) => {
  event.preventDefault();
  send();
};

/** What Escape does in a form, and nothing around it. */
export const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  event.preventDefault();
  close();
};

type FieldProps = {
  label: ComponentChildren;
  class?: string | undefined;
  /** What is wrong with what is entered; empty: nothing that is said. */
  problem?: string | null | undefined;
  hint?: ComponentChildren;
};

/** A field below its label; below it, its problem and its hint, which describe it and are not its name. */
function Field({
  label,
  class: kind = 'field',
  problem,
  hint,
  children,
}: FieldProps & {
  /** @param names what names and describes the field */
  children: (names: Pick<AllHTMLAttributes, 'aria-labelledby' | 'aria-describedby'>) => ComponentChildren;
}) {
  const id = useId();
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its field is among the children
    <label class={kind}>
      <span id={id} class="meta">
        {label}
      </span>
      {children({ 'aria-labelledby': id, 'aria-describedby': described || undefined })}
      {problem && (
        <span id={`${id}-problem`} class="meta failure">
          {problem}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} class="meta">
          {hint}
        </span>
      )}
    </label>
  );
}

type InputAttributes = Pick<
  AllHTMLAttributes,
  | 'id'
  | 'type'
  | 'inputMode'
  | 'min'
  | 'max'
  | 'step'
  | 'maxLength'
  | 'placeholder'
  | 'required'
  | 'readOnly'
  | 'autocomplete'
  | 'autocapitalize'
  | 'spellcheck'
  | 'dir'
  | 'aria-invalid'
  | 'aria-describedby'
>;

/** A field of one line. @param onText what is in it, at each key */
export function TextField({
  at,
  value,
  onText,
  label,
  class: kind,
  problem,
  hint,
  ...attributes
}: FieldProps &
  InputAttributes & {
    at?: Ref<HTMLInputElement> | undefined;
    value: string;
    onText: (text: string) => void;
  }) {
  return (
    <Field {...{ label, class: kind, problem, hint }}>
      {(names) => (
        <input
          ref={at ?? null}
          class="input"
          aria-invalid={problem ? true : undefined}
          {...(names as object)}
          {...(attributes as object)}
          value={value}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
    </Field>
  );
}

type SearchProps = Pick<AllHTMLAttributes<HTMLInputElement>, 'title' | 'onKeyDown'> & {
  /** Its name, and what stands in it while it is empty. */
  label: string;
  class?: string;
  value: string;
  onText: (text: string) => void;
};

/** A field in which what is typed is searched for at each key. */
export const SearchField = ({ label, class: look = 'input', onText, ...attributes }: SearchProps) => (
  <input
    {...(attributes as object)}
    class={look}
    type="search"
    dir="auto"
    autocomplete="off"
    aria-label={label}
    placeholder={label}
    onInput={({ currentTarget }) => onText(currentTarget.value)}
  />
);

type SelectProps<T extends string> = Pick<AllHTMLAttributes<HTMLSelectElement>, SelectAttribute> & {
  value: T;
  options?: readonly (readonly [value: T, words: string])[];
  /** Words of the first option, which has no value. */
  none?: string;
  onChoose: (value: T) => void;
  /** Other options, below these. */
  children?: ComponentChildren;
};
type SelectAttribute = 'id' | 'class' | 'title' | 'disabled' | 'aria-label' | 'aria-describedby';

/** A choice of one. */
export function Select<T extends string>({
  options = [],
  none,
  onChoose,
  children,
  class: look = 'input',
  ...attributes
}: SelectProps<T>) {
  return (
    <select
      {...(attributes as object)}
      class={look}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
      {children}
    </select>
  );
}

/** The same below its label. */
export function SelectField<T extends string>({
  label,
  class: kind,
  problem,
  hint,
  ...select
}: FieldProps & Omit<SelectProps<T>, 'class'>) {
  return (
    <Field {...{ label, class: kind, problem, hint }}>
      {(names) => <Select<T> {...(names as object)} {...select} />}
    </Field>
  );
}

/** A box before its words. */
export function Checkbox({
  label,
  class: kind,
  checked,
  disabled = false,
  onChange,
}: {
  label: ComponentChildren;
  class?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label class={kind}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />{' '}
      {label}
    </label>
  );
}

/** A button to choose files, in the words of the page: the browser's own has the browser's words. */
export function FileButton({
  children,
  off,
  onFiles,
  ...attributes
}: Pick<AllHTMLAttributes<HTMLInputElement>, 'id' | 'aria-label' | 'accept' | 'multiple'> & {
  children: ComponentChildren;
  /** Why none can be chosen now. */
  off?: Off;
  onFiles: (files: readonly File[]) => void;
}) {
  return (
    <label class={off ? 'button off' : 'button'} title={off || undefined}>
      {children}
      <input
        {...(attributes as object)}
        class="hidden-words"
        type="file"
        aria-disabled={Boolean(off) || undefined}
        onClick={(event) => off && event.preventDefault()}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
