import { useSignal } from '@preact/signals';
import { t } from '../i18n/t.ts';
import { Button } from './button.tsx';
import { verbOf } from './confirm.tsx';

/**
 * Copies a text to the clipboard and announces the result, or that it has to be copied by hand. Use it in a live
 * region.
 * @param of what it copies, where other buttons copy other things
 */
export function CopyButton({ text, of }: { text: string; of?: string }) {
  const message = useSignal('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      message.value = t('copy.done');
    } catch {
      message.value = t('copy.refused');
    }
  };
  return (
    <span class="verbs">
      <Button
        title={text}
        aria-label={of === undefined ? undefined : verbOf(t('verb.copy'), of)}
        onClick={copy}
      >
        {t('verb.copy')}
      </Button>
      <span class="meta">{message.value}</span>
    </span>
  );
}
