import { formatClock } from '../i18n/format.ts';
import { HIDDEN } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import type { StoredPaidCall } from '../storage/paid-calls.ts';
import { ConfirmButton } from './confirm.tsx';
import { browserNow, naming } from './page-state.ts';

type Receipt = Pick<StoredPaidCall, 'key' | 'confirmedAt' | 'confirmedFor'>;

/** A paid call that may have been made at an edge which this browser has left. */
export function receiptWords({ confirmedAt, confirmedFor }: Omit<Receipt, 'key'>): string {
  const time = formatClock(confirmedAt, browserNow.value);
  if (confirmedFor === null) return t('receipt.somewhere', { time });
  const edge = naming.value.screened ? HIDDEN : confirmedFor.edge.replace(/^https?:\/\//, '');
  return t('receipt.sent', { edge, time });
}

export function DismissReceipt({ of: { key } }: { of: Pick<Receipt, 'key'> }) {
  return (
    <ConfirmButton
      label={t('receipt.dismiss')}
      sure={t('receipt.dismissSure')}
      onSure={() => void sendMessage('dismissReceipt', { key })}
    />
  );
}
