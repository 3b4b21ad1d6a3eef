import { useSignal } from '@preact/signals';
import type { ApiError } from '../../edge-client/api-error.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/form.tsx';
import type { FileColumn } from './row-source.ts';
import { fileNames } from './values.ts';

type Upload = { kind: 'none' | 'sending' } | { kind: 'failed'; error: ApiError };

/** Files of a cell: uploaded into the app at once, and linked when the row's other changes are sent. */
export function FileField({
  id,
  label,
  value,
  column: { isMultiple, upload, note = t('console.rows.uploadNote') },
  onChange,
}: {
  id?: string | undefined;
  /** Of a field that no `<label>` names. */
  label?: string | undefined;
  value: unknown;
  column: FileColumn;
  onChange: (value: unknown) => void;
}) {
  const state = useSignal<Upload>({ kind: 'none' });
  const names = fileNames(value);
  const set = (files: readonly string[]) => {
    const entries = files.map((name) => ({ name }));
    onChange(isMultiple ? entries : (entries[0] ?? null));
  };
  const take = async (file: File) => {
    state.value = { kind: 'sending' };
    const result = await upload(file);
    state.value = result.ok ? { kind: 'none' } : { kind: 'failed', error: result.error };
    if (result.ok) set(isMultiple ? [...names, result.value] : [result.value]);
  };
  return (
    <div class="reference-field">
      {names.map((name) => (
        <span key={name} class="spread">
          <span>{isolated(name)}</span>
          <Button quiet onClick={() => set(names.filter((other) => other !== name))}>
            {t('verb.remove')}
          </Button>
        </span>
      ))}
      <FileButton
        {...{ id, 'aria-label': label }}
        off={state.value.kind === 'sending' && t('status.sending')}
        onFiles={([file]) => file && void take(file)}
      >
        {t('verb.chooseFile')}
      </FileButton>
      <span class={state.value.kind === 'failed' ? 'meta failure' : 'meta'} role="status">
        {state.value.kind === 'sending' && t('status.uploading')}
        {state.value.kind === 'failed' && failureWords(state.value.error)}
        {state.value.kind === 'none' && note}
      </span>
    </div>
  );
}
