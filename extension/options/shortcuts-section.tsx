import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Browser, browser } from 'wxt/browser';
import { t } from '../i18n/t.ts';

const SHORTCUTS_PAGE = 'chrome://extensions/shortcuts';

/** The browser keeps shortcuts; here they are only shown, with the way to where they change. */
export function ShortcutsSection() {
  const commands = useSignal<Browser.commands.Command[]>([]);
  useEffect(() => {
    void browser.commands?.getAll().then((all) => {
      commands.value = all;
    });
  }, []);
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

/** Firefox has a call for it, Chromium a page. */
async function changeShortcuts(): Promise<void> {
  const { commands } = browser as { commands?: { openShortcutSettings?: () => Promise<void> } };
  if (commands?.openShortcutSettings) await commands.openShortcutSettings();
  else await browser.tabs.create({ url: SHORTCUTS_PAGE });
}
