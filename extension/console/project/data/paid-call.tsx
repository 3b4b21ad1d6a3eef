import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type Feature, featureLimitsRecord } from '../../../../shared/builder-api/limits.ts';
import { switchedOffBy } from '../../../../shared/spending/blockers.ts';
import { featureName, unitName } from '../../../i18n/attention-words.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import type { MessageRequest } from '../../../messaging/contract.ts';
import { callPaidData, type PaidDataOutcome } from '../../../paid/paid-data.ts';
import { dataPath, projectPath } from '../../../reads/paths.ts';
import { useResource } from '../../../reads/resource.ts';
import { confirmingFor } from '../../../storage/pairing.ts';
import { Confirm, GuardedButton } from '../../../ui/confirm.tsx';
import { isReachable } from '../../../ui/page-state.ts';

/** State of a call. */
type State = { kind: 'idle' | 'asking' | 'sending' } | PaidDataOutcome;

/**
 * A call of an app's backend that uses units of a feature: names the feature, asks for confirmation, is made once,
 * and shows the response.
 * @param request null: incomplete
 */
export function PaidCall({
  projectId,
  feature,
  verb,
  request,
  children,
}: {
  projectId: string;
  feature: Feature;
  verb: string;
  request: { path: string; body: unknown } | null;
  children: (value: unknown) => ComponentChildren;
}) {
  const state = useSignal<State>({ kind: 'idle' });
  const call = useSignal<MessageRequest<'callPaidData'> | null>(null);
  const send = async () => {
    const sent = call.peek();
    if (sent === null) return;
    const isRepeated = state.peek().kind === 'doubtful';
    state.value = { kind: 'sending' };
    state.value = await callPaidData(sent, isRepeated);
  };
  const confirm = async () => {
    if (request === null) return;
    state.value = { kind: 'sending' };
    const confirmedFor = await confirmingFor('waits');
    call.value = {
      key: crypto.randomUUID(),
      path: dataPath(projectId, request.path),
      body: request.body,
      confirmedFor,
    };
    void send();
  };
  const back = () => (state.value = { kind: 'idle' });
  const { value: now } = state;
  return (
    <>
      {now.kind === 'asking' ? (
        <Confirm class="confirm" label={verb} onBack={back}>
          <Units projectId={projectId} feature={feature} />
          <GuardedButton class="button primary" onClick={() => void confirm()}>
            {verb}
          </GuardedButton>
          <button type="button" class="button quiet" onClick={back}>
            {t('verb.cancel')}
          </button>
        </Confirm>
      ) : (
        <span class="verbs">
          <button
            type="button"
            class="button"
            disabled={
              request === null || now.kind === 'sending' || now.kind === 'doubtful' || !isReachable.value
            }
            onClick={() => (state.value = { kind: 'asking' })}
          >
            {verb}
          </button>
          <span class="meta" role="status">
            {now.kind === 'sending' && t('console.sending')}
          </span>
        </span>
      )}
      {now.kind === 'failed' && (
        <p class="failure" role="alert">
          {failureWords(now.error)}
        </p>
      )}
      {now.kind === 'doubtful' && (
        <p class="notice" role="alert">
          <span>{now.error ? failureWords(now.error) : t('console.paidOpen')}</span>
          <button type="button" class="button" onClick={() => void send()}>
            {t('console.tools.askAgain')}
          </button>
        </p>
      )}
      {now.kind === 'done' && children(now.value)}
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
  const unit = unitName(entry?.unit ?? null);
  const name = featureName(feature);
  if (offBy !== null)
    return <span class="meta">{t('console.tools.off', { feature: featureName(offBy) })}</span>;
  if (used == null) return <span class="meta">{t('console.tools.usesUnits', { feature: name })}</span>;
  const values = { feature: name, used: formatNumber(used), unit };
  return (
    <span class="meta">
      {entry?.monthlyUnitCap == null
        ? t('console.tools.used', values)
        : t('console.tools.usedOf', { ...values, cap: formatNumber(entry.monthlyUnitCap) })}
    </span>
  );
}
