import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { AttentionItem } from '../../shared/attention/item.ts';
import { needsOf, raiseProposal } from '../../shared/attention/raise-proposal.ts';
import type { ApiError, Result } from '../edge-client/api-error.ts';
import { unitName } from '../i18n/attention-words.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { Button } from '../ui/button.tsx';
import { CAP_RANGE, capHint, LimitInput, limitIn, limitProblem, stopsAtOnce } from '../ui/limit-input.tsx';
import { naming } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';
import type { RaiseSubject } from './item-actions.ts';

/** Raises a cap or a budget in place. */
export function RaiseEditor({
  item,
  subject,
  onDone,
  onBack,
}: {
  item: AttentionItem;
  subject: RaiseSubject;
  onDone: () => void;
  /** It is cancelled. */
  onBack: () => void;
}) {
  const balance = balanceFor(subject);
  // If the balance pays for nothing more, the user still decides.
  const { outlook } = stored.value?.snapshot?.snapshot ?? {};
  const needs = subject.kind === 'cap' ? needsOf(outlook, subject.projectId, subject.category) : null;
  const raised = (of: number | null) => raiseProposal({ ...subject, balance: of, needs });
  const proposal = raised(balance) ?? raised(null) ?? subject.limit;
  const typed = useSignal(String(proposal));
  const saving = useSignal(false);
  const failed = useSignal<ApiError | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Selecting need not give it the focus.
    input.current?.focus();
    input.current?.select();
  }, []);
  const to = limitIn(typed.value) ?? Number.NaN;
  const ofBudget = subject.kind === 'budget' ? { isWhole: true, max: null } : {};
  const range = { ...CAP_RANGE, ...ofBudget, above: subject.limit };
  const problem = limitProblem(to, range);
  const valid = problem === null;

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
      : subject.kind === 'cap'
        ? t(`raise.labelOf.${subject.category}`)
        : t('raise.labelBudget');
  const limit = naming.value.number(subject.limit);
  return (
    <form
      class="raise"
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.preventDefault();
        onBack();
      }}
    >
      <LimitInput
        label={label}
        field={input}
        value={typed.value}
        range={range}
        isWrong={!valid}
        onType={(text) => (typed.value = text)}
      />
      <button type="submit" class="button" disabled={!valid || saving.value}>
        {saving.value ? t('raise.saving') : t('verb.raise')}
      </button>
      <Button quiet onClick={onBack}>
        {t('verb.cancel')}
      </Button>
      <p class="meta" role="status">
        {failed.value
          ? failedWords(failed.value)
          : (problem ??
            [
              t('raise.was', { limit }),
              stopsAtOnce(to, subject.spent, subject.kind === 'cap' ? subject.category : 'budget') ??
                capHint(to, { limit: subject.limit, used: subject.spent, balance }),
            ]
              .filter(Boolean)
              .join(' '))}
      </p>
    </form>
  );
}

/** What somebody else has set meanwhile is named: the form is for raising from what was read. */
const failedWords = (error: ApiError): string =>
  error.found === undefined
    ? failureWords(error)
    : t('raise.changedMeanwhile', {
        amount: error.found === null ? t('fact.noCap') : naming.value.number(error.found),
      });

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
