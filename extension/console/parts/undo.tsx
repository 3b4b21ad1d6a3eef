import { type Signal, useSignal } from '@preact/signals';
import { t } from '../../i18n/t.ts';
import type { ChangeState } from '../../reads/change.ts';
import { Button } from '../../ui/button.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { ChangeStatus } from './part.tsx';

/** What was set here last, and whether that was set back. */
export type Undo<T> = { made: Signal<{ from: T; to: T } | null>; isUndone: Signal<boolean> };

export function useUndo<T>(): Undo<T> {
  return { made: useSignal<{ from: T; to: T } | null>(null), isUndone: useSignal(false) };
}

/** Notes what was set. */
export function noteMade<T>({ made, isUndone }: Undo<T>, from: T, to: T): void {
  made.value = { from, to };
  isUndone.value = false;
}

/** Whether a setting was kept or set back; with Undo, for as long as what was set here is what counts. */
export function UndoStatus<T>({
  undo: { made, isUndone },
  state,
  value,
  of,
  focus,
  set,
}: {
  undo: Undo<T>;
  state: ChangeState;
  value: T;
  /** The setting's name. */
  of: string;
  /** Moves the focus to the setting: the button goes once it is done. */
  focus: () => void;
  /** @returns whether it is set */
  set: (to: T, expected: T) => Promise<boolean>;
}) {
  const undo = async ({ from, to }: { from: T; to: T }) => {
    focus();
    if (!(await set(from, to))) return;
    made.value = null;
    isUndone.value = true;
  };
  const last = made.value;
  return (
    <>
      <ChangeStatus state={state} kept={t(isUndone.value ? 'status.setBack' : 'status.saved')} />
      {last !== null && last.to === value && (
        <Button
          quiet
          aria-label={verbOf(t('verb.undo'), of)}
          busy={state.kind === 'sending'}
          onClick={() => void undo(last)}
        >
          {t('verb.undo')}
        </Button>
      )}
    </>
  );
}
