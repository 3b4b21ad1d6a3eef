import { RUN_START_CREDITS } from '../../shared/spending/price.ts';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { ConfirmButton } from '../ui/confirm.tsx';

/** Stops a run, once it is read what is known of its cost. */
export function StopButton({ disabled = false, onStop }: { disabled?: boolean; onStop: () => void }) {
  return (
    <ConfirmButton
      label={t('verb.stop')}
      question={t('verb.stopMeans', { credits: formatNumber(RUN_START_CREDITS) })}
      sure={t('verb.stopSure')}
      disabled={disabled}
      onSure={onStop}
    />
  );
}
