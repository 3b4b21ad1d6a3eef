import type { Ref } from 'preact';
import { t } from '../../i18n/t.ts';
import { TextField } from '../../ui/form.tsx';

/** Whether the service takes it as the address of a webhook (service reference, `INVALID_WEBHOOK_URL`). */
export const isHttps = (address: string): boolean => URL.parse(address.trim())?.protocol === 'https:';

/** The field for the address of a webhook, with its rule. */
export function HttpsField(props: {
  at: Ref<HTMLInputElement>;
  class?: string;
  value: string;
  onText: (text: string) => void;
}) {
  const isWrong = props.value.trim() !== '' && !isHttps(props.value);
  return (
    <TextField
      {...props}
      label={t('console.webhooks.address')}
      type="url"
      spellcheck={false}
      placeholder="https://"
      problem={isWrong ? t('refusal.INVALID_WEBHOOK_URL') : null}
    />
  );
}
