import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { WritePlace } from '../../../shared/edge-api/data-keys.ts';
import { t } from '../../i18n/t.ts';
import type { ChangeState } from '../../reads/change.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeStatus } from '../parts/part.tsx';
import type { WriteMode } from './write-mode.ts';

/** Switches write mode on and off. @param children shown while it is on */
export function EditSwitch({
  mode,
  place,
  children,
}: {
  mode: WriteMode;
  place: WritePlace;
  children?: ComponentChildren;
}) {
  const state = useSignal<ChangeState>({ kind: 'idle' });
  const enter = async () => {
    state.value = { kind: 'sending' };
    const result = await mode.enter();
    state.value = result.ok ? { kind: 'idle' } : { kind: 'failed', error: result.error };
  };
  return (
    <span class="verbs">
      <ChangeStatus state={state.value} />
      {mode.on.value && children}
      <Button
        aria-pressed={mode.on.value}
        busy={state.value.kind === 'sending'}
        onClick={() => (mode.on.value ? mode.leave() : void enter())}
      >
        {t(mode.on.value ? 'console.database.stopEditing' : `console.database.edit.${place}`)}
      </Button>
    </span>
  );
}
