import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/t.ts';

const SHORTCUTS = [
  ['paletteKey', 'keyPalette'],
  ['findKey', 'keyFind'],
  ['arrowKeys', 'keyArrows'],
  ['helpKey', 'keyHelp'],
  ['escapeKey', 'keyEscape'],
] as const;

/** Keyboard shortcuts of the console. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="shortcuts" aria-label={t('console.shortcuts')} onClose={onClose}>
      <h2>{t('console.shortcuts')}</h2>
      <dl>
        {SHORTCUTS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{t(`console.${key}`)}</kbd>
            </dt>
            <dd>{t(`console.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="button" onClick={() => dialog.current?.close()}>
        {t('verb.close')}
      </button>
    </dialog>
  );
}
