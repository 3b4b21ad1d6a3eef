import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type Feature, featureLimitsRecord } from '../../../../../shared/builder-api/limits.ts';
import type { QualifiedDataName } from '../../../../../shared/data-api/catalogue.ts';
import { switchedOffBy } from '../../../../../shared/spending/blockers.ts';
import { featureName, unitName, usedWords } from '../../../../i18n/attention-words.ts';
import { t } from '../../../../i18n/t.ts';
import { sendMessage } from '../../../../messaging/client.ts';
import type { MessageRequest } from '../../../../messaging/contract.ts';
import { dataPath, projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { confirmingFor } from '../../../../storage/pairing.ts';
import { Button } from '../../../../ui/button.tsx';
import { paidCallOf } from '../../../../ui/paid-calls.ts';
import { PaidButton } from '../../../../ui/priced-button.tsx';

/**
 * A call of an app's backend that uses units of a feature: names the feature, asks for confirmation, is made once,
 * and shows the answer.
 * @param request null: incomplete
 */
export function PaidCall({
  projectId,
  operation,
  feature,
  verb,
  request,
  children,
}: {
  projectId: string;
  operation: QualifiedDataName;
  feature: Feature;
  verb: string;
  request: { path: string; body: unknown } | null;
  children: (value: unknown) => ComponentChildren;
}) {
  const sent = useSignal<MessageRequest<'callPaidData'> | null>(null);
  const answer = useSignal<{ value?: unknown } | null>(null);
  const about = { operation, projectId, words: '' };
  const ask = async (call: MessageRequest<'callPaidData'>) => {
    answer.value = null;
    const result = await sendMessage('callPaidData', call);
    if (result.ok) answer.value = result.value;
    return result.ok ? null : result.error;
  };
  const send = async () => {
    if (request === null) return null;
    const confirmedFor = await confirmingFor('waits');
    const path = dataPath(projectId, request.path);
    sent.value = { key: crypto.randomUUID(), path, body: request.body, about, confirmedFor };
    return ask(sent.value);
  };
  const { value: call } = sent;
  const { value: answered } = answer;
  const isDone = paidCallOf(projectId, operation)?.state === 'done';
  const units = <Units projectId={projectId} feature={feature} />;
  return (
    <>
      <PaidButton
        label={verb}
        question={verb}
        facts={units}
        shown={units}
        about={about}
        off={request === null && t('console.incomplete')}
        send={send}
      />
      {answered && 'value' in answered
        ? children(answered.value)
        : isDone &&
          answered &&
          call && <Button onClick={() => void ask(call)}>{t('console.tools.readAnswer')}</Button>}
    </>
  );
}

/** This month's usage of a feature. */
function Units({ projectId, feature }: { projectId: string; feature: Feature }) {
  const limits = useResource({ path: projectPath(projectId, '/limits'), schema: featureLimitsRecord });
  const { value: loaded } = limits.state;
  const features = loaded.kind === 'shown' ? loaded.value.features : {};
  const entry = features[feature];
  const offBy = switchedOffBy(feature, features);
  const used = entry?.consumed?.units;
  const name = featureName(feature);
  if (offBy !== null)
    return <span class="meta">{t('blocker.featureOff', { feature: featureName(offBy) })}</span>;
  if (used == null) return <span class="meta">{t('console.tools.usesUnits', { feature: name })}</span>;
  const words = usedWords(used, entry?.monthlyUnitCap ?? null, unitName(entry?.unit ?? null));
  return <span class="meta">{t('console.tools.used', { feature: name, used: words })}</span>;
}
