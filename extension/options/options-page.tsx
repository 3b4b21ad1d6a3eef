import { useSignalEffect } from '@preact/signals';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { lastFailure } from '../ui/act.ts';
import { applyTheme, settingsNow } from '../ui/page-state.ts';
import { Choice, savedAt, saveSettings, Toggle } from './controls.tsx';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { ShortcutsSection, WaysSection } from './entry-points-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PairingSection } from './pairing-section.tsx';

/** All settings in one column. */
export function OptionsPage() {
  useSignalEffect(() => applyTheme(settingsNow.value.theme));
  return (
    <main>
      <h1>{t('name')}</h1>
      <PairingSection />
      <DevicesSection />
      <NotificationsSection />
      <ThemeSection />
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

/** Badge, theme, and screen-share mode. */
export function ThemeSection() {
  const settings = settingsNow.value;
  return (
    <section aria-labelledby="look-heading">
      <h2 id="look-heading">{t('options.theme')}</h2>
      <Choice
        name="theme"
        inline
        question={t('options.themeQuestion')}
        value={settings.theme}
        choices={[
          ['system', t('options.themeSystem')],
          ['light', t('options.themeLight')],
          ['dark', t('options.themeDark')],
        ]}
        onChoose={(theme) => void saveSettings({ theme })}
      />
      <Choice
        name="calm-badge"
        inline
        question={t('options.badgeFacts')}
        value={settings.calmBadge}
        choices={[
          ['running', t('options.badgeRunning')],
          ['credits', t('options.badgeCredits')],
          ['nothing', t('options.badgeNothing')],
        ]}
        onChoose={(calmBadge) => void saveSettings({ calmBadge })}
      />
      <Toggle
        on={settings.screenShare}
        words={t('options.screenShare')}
        onChange={(screenShare) => void saveSettings({ screenShare })}
      />
    </section>
  );
}
