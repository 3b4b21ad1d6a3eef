import { signal } from '@preact/signals';
import type { Draft } from '../../storage/drafts.ts';
import { capOf } from '../draft-problems.ts';
import type { FormModel } from './form-model.ts';
import type { LaunchModelDependencies, Unconfirmed } from './launch-model-dependencies.ts';

/** State of the confirmation: whether it is shown, whether it is being sent, and why it failed. */
export function createConfirmation(
  dependencies: Pick<LaunchModelDependencies, 'confirm' | 'lastSettings'>,
  form: FormModel,
  on: {
    /** The background has responded, or ended before it could. */
    onSent: () => Promise<void>;
    /** Key of a draft's newest launch, as far as it was read; null: none. */
    newestOf: (draftId: string) => string | null;
    onLaunched: (key: string) => void;
  },
) {
  const isShown = signal(false);
  const isSending = signal(false);
  const failed = signal<Unconfirmed | null>(null);
  /** The background ended before it responded: it may have stored the launch all the same. */
  let lost: { draftId: string; before: string | null } | null = null;

  /** Launches the current form. @param insteadOf the unknown launch whose repetition was confirmed; @param isUndoable whether it can be taken back for a moment */
  async function confirm(insteadOf: string | null, isUndoable = false): Promise<void> {
    const current = form.draft.value;
    if (!current || isSending.value) return;
    isSending.value = true;
    const before = on.newestOf(current.id);
    try {
      const response = await send(current, insteadOf, isUndoable).catch(() => 'no-background' as const);
      if (typeof response !== 'string') return on.onLaunched(response.key);
      failed.value = response;
      if (response !== 'no-background') return;
      lost = { draftId: current.id, before };
      await on.onSent().catch(() => undefined);
      settleLost();
    } finally {
      isShown.value = false;
      isSending.value = false;
    }
  }

  async function send(
    current: Draft,
    insteadOf: string | null,
    isUndoable: boolean,
  ): Promise<{ key: string } | Unconfirmed> {
    if (!(await form.write(current))) return 'not-kept';
    // Only a default for the next form; this launch does not depend on it.
    if (capOf(current.settings.developmentCap) !== 'invalid')
      await dependencies.lastSettings.write(current.settings).catch(() => undefined);
    const response = await dependencies.confirm(current.id, insteadOf, isUndoable);
    await on.onSent();
    return response;
  }

  /** Follows a launch whose response was lost, once it is among those that are stored. */
  function settleLost(): void {
    const newest = lost && on.newestOf(lost.draftId);
    if (newest === null || newest === lost?.before) return;
    lost = null;
    failed.value = null;
    on.onLaunched(newest);
  }

  function reset(): void {
    lost = null;
    isShown.value = false;
    failed.value = null;
  }

  function request(): void {
    form.wordsDue.value = true;
    isShown.value = true;
  }

  return { isShown, isSending, failed, request, confirm, settleLost, reset };
}
