import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Browser, browser } from 'wxt/browser';
import { t } from '../../../i18n/t.ts';
import { Choice } from '../../../options/controls.tsx';
import { DataSection } from '../../../options/data-section.tsx';
import { entryPointsItem } from '../../../storage/settings.ts';
import { hasContextMenu, hasShortcuts, hasSidePanel } from '../../../ui/browser-features.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form.tsx';
import { settingsNow } from '../../../ui/page-state.ts';
import { saveSettings } from '../../../ui/settings-change.ts';
import { stored } from '../../../ui/stored-state.ts';
import { Setting, SettingsSection } from '../../parts/setting.tsx';

/** What is this browser's own: how it looks, what it launches from, its file. */
export function ThisBrowserSection() {
  const settings = settingsNow.value;
  return (
    <SettingsSection id="this-browser" title={t('fact.thisBrowser')}>
      <ChoiceSetting
        name="theme"
        question={t('browser.theme')}
        value={settings.theme}
        choices={[
          ['system', t('browser.themeSystem')],
          ['light', t('browser.themeLight')],
          ['dark', t('browser.themeDark')],
        ]}
        onChoose={(theme) => void saveSettings({ theme })}
      />
      <ChoiceSetting
        name="names"
        question={t('browser.names')}
        value={settings.screenShare ? 'hidden' : 'shown'}
        choices={[
          ['shown', t('browser.namesShown')],
          ['hidden', t('browser.namesHidden')],
        ]}
        onChoose={(names) => void saveSettings({ screenShare: names === 'hidden' })}
      />
      <ChoiceSetting
        name="calm-badge"
        question={t('browser.badge')}
        value={settings.calmBadge}
        choices={[
          ['running', t('browser.badgeRunning')],
          ['credits', t('browser.badgeCredits')],
          ['nothing', t('browser.badgeNothing')],
        ]}
        onChoose={(calmBadge) => void saveSettings({ calmBadge })}
      />
      <Setting name={t('browser.launching')}>
        <Ways />
      </Setting>
      {hasShortcuts() && (
        <Setting name={t('browser.shortcuts')}>
          <Shortcuts />
        </Setting>
      )}
      <Setting name={t('browser.data')}>
        <DataSection />
      </Setting>
    </SettingsSection>
  );
}

/** A setting with its choices beside its name. */
const ChoiceSetting = <T extends string>(choice: Parameters<typeof Choice<T>>[0]) => (
  <Setting name={choice.question} value={<Choice {...choice} inline />} />
);

const WAYS = ['popup', 'menu', 'shortcut'] as const;
const isThere = (way: (typeof WAYS)[number]): boolean =>
  way === 'popup' || (way === 'menu' ? hasContextMenu() : hasShortcuts());

/** Entry points to a launch, and where they open. */
function Ways() {
  const ways = stored.value?.ways ?? entryPointsItem.fallback;
  return (
    <>
      {WAYS.filter(isThere).map((way) => (
        <Checkbox
          key={way}
          class="toggle"
          checked={ways[way]}
          label={t(`browser.launchBy.${way}`)}
          onChange={(on) => void saveSettings({}, { [way]: on })}
        />
      ))}
      {hasSidePanel() && (
        <Choice
          name="launch-place"
          question={t('browser.launchPlace')}
          value={ways.place}
          choices={[
            ['popup', t('browser.launchInPopup')],
            ['panel', t('browser.launchInPanel')],
          ]}
          onChoose={(place) => void saveSettings({}, { place })}
        />
      )}
    </>
  );
}

const SHORTCUTS_PAGE = 'chrome://extensions/shortcuts';

/** Keyboard shortcuts, which the browser manages; shows them with a link to change them. */
function Shortcuts() {
  const commands = useSignal<Browser.commands.Command[]>([]);
  useEffect(() => {
    void browser.commands?.getAll().then((all) => {
      commands.value = all;
    });
  }, []);
  return (
    <>
      <ul class="lines">
        {commands.value.map(({ name, description, shortcut }) => (
          <li key={name}>
            <span>{description || t('browser.shortcutOpen')}</span>
            <kbd>{shortcut || t('browser.shortcutsNone')}</kbd>
          </li>
        ))}
      </ul>
      <div class="verbs">
        <Button onClick={() => void changeShortcuts()}>{t('browser.shortcutsChange')}</Button>
      </div>
    </>
  );
}

/** Firefox has an API for it, Chromium a page. */
async function changeShortcuts(): Promise<void> {
  const { commands } = browser as { commands?: { openShortcutSettings?: () => Promise<void> } };
  if (commands?.openShortcutSettings) await commands.openShortcutSettings();
  else await browser.tabs.create({ url: SHORTCUTS_PAGE });
}
