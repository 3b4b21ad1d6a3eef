import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Browser, browser } from 'wxt/browser';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { type EntryPoints, entryPointsItem } from '../storage/settings.ts';
import { lastFailure } from '../ui/act.ts';
import { hasContextMenu, hasShortcuts, hasSidePanel } from '../ui/browser-features.ts';
import { Checkbox } from '../ui/form.tsx';
import { applyTheme, settingsNow } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import { Choice, savedAt, saveSettings, saveWays } from './controls.tsx';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
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
function ThemeSection() {
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
      <Checkbox
        class="toggle"
        checked={settings.screenShare}
        label={t('options.screenShare')}
        onChange={(screenShare) => void saveSettings({ screenShare })}
      />
    </section>
  );
}

const WAYS = ['popup', 'menu', 'shortcut'] as const;
const isThere = (way: (typeof WAYS)[number]): boolean =>
  way === 'popup' || (way === 'menu' ? hasContextMenu() : hasShortcuts());

/** Entry points to a launch, and where they open. */
export function WaysSection() {
  const ways = stored.value?.ways ?? entryPointsItem.fallback;
  const change = (changes: Partial<EntryPoints>) => void saveWays({ ...ways, ...changes });
  return (
    <section aria-labelledby="ways-heading">
      <h2 id="ways-heading">{t('launch.ways.heading')}</h2>
      <p class="meta">{t('launch.ways.facts')}</p>
      {WAYS.filter(isThere).map((way) => (
        <Checkbox
          key={way}
          class="toggle"
          checked={ways[way]}
          label={t(`launch.ways.${way}`)}
          onChange={(on) => change({ [way]: on })}
        />
      ))}
      {hasSidePanel() && (
        <Choice
          name="launch-place"
          question={t('launch.ways.place')}
          value={ways.place}
          choices={[
            ['popup', t('launch.ways.placePopup')],
            ['panel', t('launch.ways.placePanel')],
          ]}
          onChoose={(place) => change({ place })}
        />
      )}
    </section>
  );
}

const SHORTCUTS_PAGE = 'chrome://extensions/shortcuts';

/** Keyboard shortcuts, which the browser manages; shows them with a link to change them. */
function ShortcutsSection() {
  const commands = useSignal<Browser.commands.Command[]>([]);
  useEffect(() => {
    void browser.commands?.getAll().then((all) => {
      commands.value = all;
    });
  }, []);
  if (!hasShortcuts()) return null;
  return (
    <section aria-labelledby="shortcuts-heading">
      <h2 id="shortcuts-heading">{t('options.shortcuts')}</h2>
      <ul class="lines">
        {commands.value.map(({ name, description, shortcut }) => (
          <li key={name}>
            <span>{description || t('options.shortcutOpen')}</span>
            <kbd>{shortcut || t('options.shortcutsNone')}</kbd>
          </li>
        ))}
      </ul>
      <div class="verbs">
        <button type="button" class="button" onClick={() => void changeShortcuts()}>
          {t('options.shortcutsChange')}
        </button>
      </div>
    </section>
  );
}

/** Firefox has an API for it, Chromium a page. */
async function changeShortcuts(): Promise<void> {
  const { commands } = browser as { commands?: { openShortcutSettings?: () => Promise<void> } };
  if (commands?.openShortcutSettings) await commands.openShortcutSettings();
  else await browser.tabs.create({ url: SHORTCUTS_PAGE });
}
