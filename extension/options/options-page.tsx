import { useSignalEffect } from '@preact/signals';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { lastFailure } from '../ui/act.ts';
import { applyTheme } from '../ui/page-setup.ts';
import { settingsNow } from '../ui/page-state.ts';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { ShortcutsSection, WaysSection } from './entry-points-section.tsx';
import { LookSection } from './look-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PairingSection } from './pairing-section.tsx';
import { savedAt } from './save.ts';

/** Everything the user decides, in one column. */
export function OptionsPage() {
  useSignalEffect(() => applyTheme(settingsNow.value.theme));
  return (
    <main>
      <h1>{t('name')}</h1>
      <PairingSection />
      <DevicesSection />
      <NotificationsSection />
      <LookSection />
      <WaysSection />
      <ShortcutsSection />
      <DataSection />
      <p class="problem foremost" role="alert">
        {lastFailure.value && failureWords(lastFailure.value)}
      </p>
      <p class="hidden-words" role="status" key={savedAt.value}>
        {savedAt.value > 0 && t('options.saved')}
      </p>
    </main>
  );
}
