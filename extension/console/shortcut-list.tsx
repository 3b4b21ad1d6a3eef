import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { t } from '../i18n/t.ts';

const SHORTCUTS = [
  ['paletteKey', 'keyPalette'],
  ['findKey', 'keyFind'],
  ['arrowKeys', 'keyArrows'],
  ['sendKey', 'keySend'],
  ['helpKey', 'keyHelp'],
  ['escapeKey', 'keyEscape'],
] as const;

/** Keyboard shortcuts of the console, and those of the browser that lead to the extension, as the user has set them. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const commands = useSignal<readonly { key: string; does: string }[]>([]);
  useEffect(() => {
    dialog.current?.showModal();
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
    <dialog ref={dialog} class="shortcuts" aria-label={t('console.shortcuts')} onClose={onClose}>
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
      <button type="button" class="button" onClick={() => dialog.current?.close()}>
        {t('verb.close')}
      </button>
    </dialog>
  );
}
