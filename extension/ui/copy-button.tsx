import { useSignal } from '@preact/signals';
import { t } from '../i18n/t.ts';

/**
 * Copies a text to the clipboard and announces the result, or that it has to be copied by hand. Use it in a live
 * region.
 */
export function CopyButton({ text }: { text: string }) {
  const said = useSignal('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.value = t('copy.done');
    } catch {
      said.value = t('copy.refused');
    }
  };
  return (
    <span class="verbs">
      <button type="button" class="button" onClick={copy}>
        {t('verb.copy')}
      </button>
      <span class="meta">{said.value}</span>
    </span>
  );
}
