import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { useModal } from '../../ui/modal.ts';

const SHORTCUTS = [
  ['paletteKey', 'keyPalette'],
  ['findKey', 'keyFind'],
  ['arrowKeys', 'keyArrows'],
  ['sendKey', 'keySend'],
  ['helpKey', 'keyHelp'],
  ['escapeKey', 'keyEscape'],
] as const;

/** Lists the console's shortcuts, and the browser's for the extension as the user has set them. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { attributes, close } = useModal(onClose);
  const commands = useSignal<readonly { key: string; does: string }[]>([]);
  useEffect(() => {
    void browser.commands.getAll().then((all) => {
      commands.value = all.flatMap(({ shortcut, description }) =>
        shortcut ? [{ key: shortcut, does: description || t('console.keyPopup') }] : [],
      );
    });
  }, []);
  const keys = [
    ...SHORTCUTS.map(([key, does]) => ({ key: t(`console.${key}`), does: t(`console.${does}`) })),
    ...commands.value,
  ];
  return (
    <dialog {...attributes} class="shortcuts" aria-label={t('console.shortcuts')}>
      <h2>{t('console.shortcuts')}</h2>
      <dl>
        {keys.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={close}>{t('verb.close')}</Button>
    </dialog>
  );
}
