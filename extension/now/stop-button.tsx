import { RUN_START_CREDITS } from '../../shared/spending/price.ts';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import type { Off } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm.tsx';

/** Stops a run, once it is read what is known of its cost. */
export function StopButton({ off, onStop }: { off?: Off; onStop: () => void }) {
  return (
    <ConfirmButton
      label={t('verb.stop')}
      question={t('verb.stopMeans', { credits: formatNumber(RUN_START_CREDITS) })}
      sure={t('verb.stopSure')}
      off={off}
      onSure={onStop}
    />
  );
}
