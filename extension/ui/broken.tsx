import { useSignal } from '@preact/signals';
import { t } from '../i18n/t.ts';
import { resetCopy } from '../storage/forget.ts';
import { Question } from './confirm.tsx';

/** What leads out of a page that fails on what is stored. */
export function Broken() {
  const asks = useSignal(false);
  const ask = (isAsked: boolean) => () => {
    asks.value = isAsked;
  };
  return (
    <main>
      <p role="alert">{t('broken.says')}</p>
      {asks.value ? (
        <Question
          label={t('broken.reset')}
          verb={t('broken.reset')}
          onSure={() => void resetCopy().then(() => location.reload())}
          onBack={ask(false)}
        >
          {t('broken.facts')}
        </Question>
      ) : (
        <button type="button" onClick={ask(true)}>
          {t('broken.reset')}
        </button>
      )}
    </main>
  );
}
