import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/t.ts';
import { DeliberateButton } from './deliberate-button.tsx';
import { Question } from './question.tsx';

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
  const first = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  // Taken back, the focus is where it was.
  useEffect(() => {
    if (!asking.value && asked.current) first.current?.focus();
    asked.current = asking.value;
  }, [asking.value]);
  const back = () => {
    asking.value = false;
  };
  if (!asking.value) {
    return (
      <button ref={first} type="button" class="button" onClick={() => (asking.value = true)}>
        {label}
      </button>
    );
  }
  return (
    <Question class="question" label={label} onBack={back}>
      <DeliberateButton
        class={danger === false ? 'button' : 'button danger'}
        onClick={() => {
          back();
          onSure();
        }}
      >
        {sure}
      </DeliberateButton>
      <button type="button" class="button quiet" onClick={back}>
        {t('verb.cancel')}
      </button>
    </Question>
  );
}
