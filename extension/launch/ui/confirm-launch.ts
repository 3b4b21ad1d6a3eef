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
    /** The background has responded. */
    onSent: () => Promise<void>;
    onLaunched: (key: string) => void;
  },
) {
  const isShown = signal(false);
  const isSending = signal(false);
  const failed = signal<Unconfirmed | null>(null);

  /** Launches the current form. @param insteadOf the unknown launch whose repetition was confirmed */
  async function confirm(insteadOf: string | null): Promise<void> {
    const current = form.draft.value;
    if (!current || isSending.value) return;
    isSending.value = true;
    try {
      const response = await send(current, insteadOf);
      if (typeof response === 'string') failed.value = response;
      else on.onLaunched(response.key);
    } catch {
      failed.value = 'no-background';
    } finally {
      isShown.value = false;
      isSending.value = false;
    }
  }

  async function send(current: Draft, insteadOf: string | null): Promise<{ key: string } | Unconfirmed> {
    if (!(await form.write(current))) return 'not-kept';
    // Only a default for the next form; this launch does not depend on it.
    if (capOf(current.settings.developmentCap) !== 'invalid')
      await dependencies.lastSettings.write(current.settings).catch(() => undefined);
    const response = await dependencies.confirm(current.id, insteadOf);
    await on.onSent();
    return response;
  }

  function reset(): void {
    isShown.value = false;
    failed.value = null;
  }

  function request(): void {
    form.wordsDue.value = true;
    isShown.value = true;
  }

  return { isShown, isSending, failed, request, confirm, reset };
}
