import { useSignal } from '@preact/signals';
import { type AnyOperation, filledEdgePath } from '../../../../shared/catalogues/address.ts';
import type { FormRequest } from '../../../../shared/catalogues/request-form.ts';
import type { QualifiedDataName } from '../../../../shared/data-api/catalogue.ts';
import type { DataOperation } from '../../../../shared/data-api/operation.ts';
import { t } from '../../../i18n/t.ts';
import { sendMessage } from '../../../messaging/client.ts';
import type { MessageRequest } from '../../../messaging/contract.ts';
import { confirmingFor } from '../../../storage/pairing.ts';
import { Button } from '../../../ui/button.tsx';
import { paidCallOf } from '../../../ui/paid-calls.ts';
import { PaidButton } from '../../../ui/priced-button.tsx';
import { UnitsUsed } from '../../kit/units-used.tsx';

/** A call that is made through the ledger, by the form of its row. */
export type PaidHere = DataOperation & { cost: 'credits' };

export const isPaidHere = (operation: AnyOperation): operation is PaidHere => operation.cost === 'credits';

/**
 * The button of a call that uses units of a feature: it names them, asks, and makes the call once.
 * @param request null: incomplete
 * @param onAnswer given what was answered; null: nothing yet
 */
export function PaidRun({
  of: { name, operation, projectId },
  request,
  isAnswered,
  onAnswer,
}: {
  of: { name: string; operation: PaidHere; projectId: string };
  request: FormRequest | null;
  isAnswered: boolean;
  onAnswer: (answer: { request: FormRequest; data: unknown } | null) => void;
}) {
  const sent = useSignal<(MessageRequest<'callPaidData'> & { request: FormRequest }) | null>(null);
  const about = { operation: name as QualifiedDataName, projectId, words: '' };
  const ask = async ({ request, ...call }: NonNullable<typeof sent.value>) => {
    const result = await sendMessage('callPaidData', call);
    if (result.ok && 'value' in result.value) onAnswer({ request, data: result.value.value });
    return result.ok ? null : result.error;
  };
  const send = async () => {
    if (request === null) return null;
    onAnswer(null);
    const path = filledEdgePath(operation, request.parameters);
    const confirmedFor = await confirmingFor('waits');
    sent.value = { key: crypto.randomUUID(), path, body: request.body ?? {}, about, confirmedFor, request };
    return ask(sent.value);
  };
  const { value: call } = sent;
  const units = operation.feature && <UnitsUsed projectId={projectId} of={operation.feature} />;
  return (
    <>
      <PaidButton
        primary
        label={t('console.operations.run')}
        question={t('console.operations.run')}
        facts={units}
        shown={units}
        about={about}
        off={request === null && t('status.incomplete')}
        send={send}
      />
      {call && !isAnswered && paidCallOf(projectId, name)?.state === 'done' && (
        <Button onClick={() => void ask(call)}>{t('paid.readAnswer')}</Button>
      )}
    </>
  );
}
