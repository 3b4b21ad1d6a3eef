import { useSignal } from '@preact/signals';
import { t } from '../words/t.ts';

/** A button that asks once more, in place, before it does what cannot be undone. */
export function SureButton({
  label,
  sure,
  danger,
  onSure,
}: {
  label: string;
  sure: string;
  danger?: boolean;
  onSure: () => void;
}) {
  const asking = useSignal(false);
  if (!asking.value) {
    return (
      <button type="button" class="button" onClick={() => (asking.value = true)}>
        {label}
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        class={danger === false ? 'button' : 'button danger'}
        onClick={() => {
          asking.value = false;
          onSure();
        }}
      >
        {sure}
      </button>
      <button type="button" class="button quiet" onClick={() => (asking.value = false)}>
        {t('verb.cancel')}
      </button>
    </>
  );
}
