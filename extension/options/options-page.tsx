import { useSignalEffect } from '@preact/signals';
import { applyTheme } from '../look/apply-theme.ts';
import { settingsNow } from '../popup/page-context.ts';
import { t } from '../words/t.ts';
import { PairingSection } from './pairing-section.tsx';

/** Everything the user decides, in one column. */
export function OptionsPage() {
  useSignalEffect(() => applyTheme(settingsNow.value.theme));
  return (
    <main>
      <h1>{t('name')}</h1>
      <PairingSection />
    </main>
  );
}
