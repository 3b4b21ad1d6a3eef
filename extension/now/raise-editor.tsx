import { useSignal } from '@preact/signals';
import type { AttentionItem } from '../../shared/attention/item.ts';
import type { RaiseSubject } from '../../shared/attention/kind.ts';
import { needsOf, raiseProposal } from '../../shared/attention/raise-proposal.ts';
import { unitName } from '../i18n/attention-words.ts';
import { failureWords } from '../i18n/failure-words.ts';
import { t } from '../i18n/t.ts';
import { sendMessage } from '../messaging/client.ts';
import { CAP_RANGE, capHint, stopsAtOnce } from '../ui/limit-input.tsx';
import { NumberEditor, type NumberOutcome, useSettingNumber } from '../ui/number-editor.tsx';
import { naming } from '../ui/page-state.ts';
import { stored } from '../ui/stored-state.ts';

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
  const { limit, spent } = subject;
  const balance = balanceFor(subject);
  // If the balance pays for nothing more, the user still decides.
  const { outlook } = stored.value?.snapshot?.snapshot ?? {};
  const needs = subject.kind === 'cap' ? needsOf(outlook, subject.projectId, subject.category) : null;
  const raised = (of: number | null) => raiseProposal({ ...subject, balance: of, needs });
  const typed = useSignal(String(raised(balance) ?? raised(null) ?? limit));
  /** What stands there, as far as it is known. */
  const stands = useSignal<number | null>(limit);
  const setting = useSettingNumber((from, to) => raise(item, subject, from, to));
  const label =
    subject.kind === 'budget' && subject.unit !== null
      ? t('raise.labelUnits', { unit: unitName(subject.unit) })
      : subject.kind === 'cap'
        ? t(`raise.labelOf.${subject.category}`)
        : t('raise.labelBudget');
  const ofBudget = subject.kind === 'budget' ? { isWhole: true, max: null } : {};
  return (
    <NumberEditor
      class="raise"
      label={label}
      text={typed.value}
      expected={stands.value}
      range={{ ...CAP_RANGE, ...ofBudget, above: stands.value ?? limit }}
      verb={() => t('verb.raise')}
      takesFocus
      stops={(to) => stopsAtOnce(to, spent, subject.kind === 'cap' ? subject.category : 'budget')}
      hint={(to) =>
        [t('raise.was', { limit: naming.value.number(limit) }), capHint(to, { limit, used: spent, balance })]
          .filter(Boolean)
          .join(' ')
      }
      of={setting}
      onText={(text) => (typed.value = text)}
      onSet={async (to) => {
        const outcome = await setting.send(stands.value, to);
        if (outcome?.kind === 'set') onDone();
        if (outcome?.kind === 'changed') stands.value = outcome.found;
      }}
      onCancel={onBack}
    />
  );
}

async function raise(
  { id: itemId }: AttentionItem,
  subject: RaiseSubject,
  from: number | null,
  to: number | null,
): Promise<NumberOutcome> {
  const { projectId } = subject;
  const of =
    subject.kind === 'cap'
      ? { category: subject.category }
      : { feature: subject.feature, field: subject.field };
  const result = await sendMessage('setCap', { itemId, projectId, ...of, from, to });
  if (result.ok) return { kind: 'set' };
  const { found } = result.error;
  return found === undefined
    ? { kind: 'failed', words: failureWords(result.error) }
    : { kind: 'changed', found };
}

/** The balance as last read; null for units, or if it was not read. */
function balanceFor(subject: RaiseSubject): number | null {
  if (subject.kind === 'budget' && subject.unit !== null) return null;
  return stored.value?.snapshot?.snapshot.sections.account.data?.credits ?? null;
}
