import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { AttentionItem } from '../../shared/attention/item.ts';
import { raiseProposal, reachOf } from '../../shared/attention/raise-proposal.ts';
import type { ApiError, Result } from '../edge-client/api-error.ts';
import { unitName } from '../i18n/attention-words.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { naming } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import type { RaiseSubject } from './item-actions.ts';

/** Raises a cap or a budget in place. */
export function RaiseEditor({
  item,
  subject,
  onDone,
}: {
  item: AttentionItem;
  subject: RaiseSubject;
  onDone: () => void;
}) {
  const balance = balanceFor(subject);
  const reach = reachOf({ ...subject, balance });
  // If the balance pays for nothing more, the user still decides.
  const proposal =
    raiseProposal({ ...subject, balance }) ?? raiseProposal({ ...subject, balance: null }) ?? subject.limit;
  const typed = useSignal(String(proposal));
  const saving = useSignal(false);
  const failed = useSignal<ApiError | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const to = Number(typed.value);
  const valid = Number.isFinite(to) && to > subject.limit && (subject.kind === 'cap' || Number.isInteger(to));

  const save = async (event: Event) => {
    event.preventDefault();
    if (!valid || saving.value) return;
    saving.value = true;
    const outcome = await raise(item, subject, to);
    saving.value = false;
    if (outcome.ok) onDone();
    else failed.value = outcome.error;
  };
  const label =
    subject.kind === 'budget' && subject.unit !== null
      ? t('raise.labelUnits', { unit: unitName(subject.unit) })
      : t('raise.label');
  const limit = naming.value.number(subject.limit);
  return (
    <form
      class="raise"
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.preventDefault();
        onDone();
      }}
    >
      <label class="field">
        <span class="meta">{label}</span>
        <input
          ref={input}
          class="input"
          type="number"
          inputMode="decimal"
          min={subject.limit}
          step={subject.kind === 'budget' ? 1 : 'any'}
          value={typed}
          aria-invalid={!valid}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button" disabled={!valid || saving.value}>
        {saving.value ? t('raise.saving') : t('raise.save')}
      </button>
      <button type="button" class="button quiet" onClick={onDone}>
        {t('verb.cancel')}
      </button>
      <p class="meta" role="status">
        {failed.value
          ? failureWords(failed.value)
          : valid
            ? [
                t('raise.was', { limit }),
                ...(balance !== null && reach !== null && to > reach
                  ? [t('raise.beyondBalance', { balance: naming.value.number(balance) })]
                  : []),
              ].join(' ')
            : t('raise.invalid', { limit })}
      </p>
    </form>
  );
}

function raise(item: AttentionItem, subject: RaiseSubject, to: number): Promise<Result<null>> {
  const { projectId } = subject;
  return subject.kind === 'cap'
    ? sendMessage('setCap', {
        itemId: item.id,
        projectId,
        category: subject.category,
        from: subject.limit,
        to,
      })
    : sendMessage('setFeatureBudget', {
        itemId: item.id,
        projectId,
        feature: subject.feature,
        field: subject.field,
        from: subject.limit,
        to,
      });
}

/** The balance as last read; null for units, or if it was not read. */
function balanceFor(subject: RaiseSubject): number | null {
  if (subject.kind === 'budget' && subject.unit !== null) return null;
  return stored.value?.snapshot?.snapshot.sections.account.data?.credits ?? null;
}
