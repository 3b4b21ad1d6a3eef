import { t } from '../i18n/t.ts';
import { settingsNow } from '../ui/page-state.ts';
import { Choice, Toggle } from './choice.tsx';
import { saveSettings } from './save.ts';

/** Badge, theme, and what may be seen over a shoulder. */
export function LookSection() {
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
