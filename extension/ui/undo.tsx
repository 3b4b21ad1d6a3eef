import { signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { SECOND_MS } from '../../shared/time.ts';
import { formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import type { PaidEntry } from '../paid/driver.ts';
import { GuardedButton } from './confirm.tsx';

const EVERY_MS = SECOND_MS / 4;

/** Keys of calls that have an Undo where they were confirmed: their row shows none. */
export const withOwnUndo = signal<readonly string[]>([]);

/**
 * Takes back a call until it is sent; the seconds left are counted on it.
 * @param isRow whether it is of the row that stands for the call wherever it was confirmed
 */
export function UndoButton({
  of: { key, sendAt },
  isRow = false,
  onTakenBack,
}: {
  of: Pick<PaidEntry, 'key' | 'sendAt'>;
  isRow?: boolean;
  onTakenBack?: () => void;
}) {
  const now = useSignal(Date.now());
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  useLayoutEffect(() => {
    if (isRow) return;
    withOwnUndo.value = [...withOwnUndo.peek(), key];
    return () => {
      withOwnUndo.value = withOwnUndo.peek().filter((one) => one !== key);
    };
  }, [key]);
  // What was pressed is gone.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  const left = Math.ceil(((sendAt?.at ?? 0) - now.value) / SECOND_MS);
  const takeBack = async () => {
    const result = await sendMessage('takeBackPaidCall', { key });
    if (result.ok && result.value) onTakenBack?.();
  };
  return (
    <GuardedButton
      at={button}
      class="button undo"
      off={left <= 0 && t('status.sending')}
      onClick={() => void takeBack()}
    >
      {t('verb.undo')} {left > 0 && formatNumber(left)}
    </GuardedButton>
  );
}
