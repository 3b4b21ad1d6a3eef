import { useSignal } from '@preact/signals';
import { t } from '../i18n/t.ts';

/**
 * Copies a text to the clipboard and announces the result, or that it has to be copied by hand. Use it in a live
 * region.
 */
export function CopyButton({ text }: { text: string }) {
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
      <button type="button" class="button" title={text} onClick={copy}>
        {t('verb.copy')}
      </button>
      <span class="meta">{message.value}</span>
    </span>
  );
}
