import { useId } from 'preact/hooks';
import type { FormField, FormProblem } from '../../../../shared/catalogues/request-form.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { t } from '../../../i18n/t.ts';
import { FileButton, Select } from '../../../ui/form.tsx';

/** Values that nobody should read over a shoulder. */
const SECRET = /^(?:password|secretValue)$/;

/** A field of an operation: its name, what is entered, what is wrong with it, and what its row says of it. */
export function OperationField({
  of: { name, kind, isRequired, choices, about, shape },
  value,
  suggestions,
  problem,
  onText,
  onFile,
}: {
  of: FormField;
  value: string;
  /** Values that are known, perhaps none yet; null: of none that could be. */
  suggestions: readonly string[] | null;
  problem: FormProblem | undefined;
  onText: (text: string) => void;
  onFile: (file: File) => void;
}) {
  const id = useId();
  // What is only an object of any form says nothing.
  const hint = [about, shape === '{ … }' ? null : shape].filter(Boolean).join(' · ');
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const common = {
    ...{ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined },
    'aria-required': isRequired || undefined,
  };
  const typed = {
    ...common,
    ...{ class: 'input', spellcheck: false, autocomplete: 'off', dir: 'auto' as const, value },
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onText(currentTarget.value),
  };
  const isSecret = SECRET.test(name);
  const isCode = kind === 'json' || name === 'sql' || about?.includes('JSON');
  return (
    <div class="operation-field">
      <label for={id} class={isRequired ? undefined : 'meta'}>
        {name}
      </label>
      <div>
        {kind === 'boolean' || kind === 'choice' ? (
          <Select
            {...common}
            value={value}
            none={t('console.operations.notSent')}
            options={kind === 'boolean' ? yesOrNo() : choices.map((one) => [one, one] as const)}
            onChoose={onText}
          />
        ) : kind === 'file' ? (
          <FileButton onFiles={([file]) => file && onFile(file)}>
            {value || t('console.operations.file')}
          </FileButton>
        ) : kind === 'number' || isSecret || suggestions !== null ? (
          <input
            {...({
              ...typed,
              type: isSecret ? 'password' : 'text',
              inputMode: kind === 'number' ? 'decimal' : undefined,
              list: suggestions === null ? undefined : `${id}-known`,
            } as object)}
          />
        ) : (
          <textarea
            {...typed}
            class={isCode ? 'input code-input grows' : 'input grows'}
            rows={kind === 'json' ? 3 : 1}
          />
        )}
        {suggestions !== null && (
          <datalist id={`${id}-known`}>
            {suggestions.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        )}
        {problem && (
          <p id={`${id}-problem`} class="meta failure">
            <Problem of={problem} />
          </p>
        )}
        {hint && (
          <p id={`${id}-hint`} class="meta" lang="en">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

const yesOrNo = () =>
  [
    ['true', t('console.operations.yes')],
    ['false', t('console.operations.no')],
  ] as const;

/** What is wrong with a field; the words of its row are English. */
export function Problem({ of }: { of: FormProblem }) {
  switch (of.kind) {
    case 'missing':
      return <>{t('console.operations.missing')}</>;
    case 'name':
      return <>{t('console.operations.notName')}</>;
    case 'number':
      return <>{t('console.operations.notNumber')}</>;
    case 'too-long':
      return <>{t('console.operations.tooLong')}</>;
    case 'json':
      return (
        <>{t('console.operations.notJson', { line: String(of.at.line), column: String(of.at.column) })}</>
      );
    case 'schema': {
      const isCode = of.words === of.code;
      return isCode ? (
        failureWords({ kind: 'refused', code: of.code, message: null })
      ) : (
        <span lang="en">{of.words}</span>
      );
    }
  }
}
