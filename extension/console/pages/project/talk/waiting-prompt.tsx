import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { failureWords } from '../../../../i18n/failure-words.ts';
import { formatClock } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { sendMessage } from '../../../../messaging/client.ts';
import { WAITS_MAX_MS } from '../../../../paid/after-run.ts';
import type { StoredPaidCall } from '../../../../storage/paid-calls.ts';
import { Button } from '../../../../ui/button.tsx';
import { browserNow } from '../../../../ui/page-state.ts';

/** A prompt that is sent when the run before it ends, which can be taken back until then. */
export function WaitingPrompt({ call, onTakenBack }: { call: StoredPaidCall; onTakenBack: () => void }) {
  const problem = useSignal<string | null>(null);
  const words = useId();
  const verb = useRef<HTMLButtonElement>(null);
  // Of the button that was pressed nothing is left.
  useEffect(() => {
    if (document.activeElement === document.body) verb.current?.focus();
  }, []);
  const takeBack = async () => {
    const result = await sendMessage('takeBackPaidCall', { key: call.key });
    problem.value = result.ok ? null : failureWords(result.error);
    if (result.ok && result.value) onTakenBack();
  };
  const until = formatClock(call.confirmedAt + WAITS_MAX_MS, browserNow.value);
  return (
    <>
      <Button at={verb} aria-describedby={words} onClick={() => void takeBack()}>
        {t('verb.takeBack')}
      </Button>
      <p id={words} class={problem.value ? 'meta failure waits' : 'meta waits'}>
        {problem.value ?? t('console.talk.waits', { until })}
      </p>
    </>
  );
}
