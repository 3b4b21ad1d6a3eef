import './webhooks.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { t } from '../../i18n/t.ts';
import { type Change, useChange } from '../../reads/change.ts';
import { OpenButton } from '../../ui/confirm.tsx';
import { stored } from '../../ui/stored-state.ts';
import { ChangeStatus } from '../parts/part.tsx';
import { ViewHeader } from '../parts/view-header.tsx';
import type { ViewProps } from '../parts/view-props.ts';
import { Failing } from './failing.tsx';
import { OtherReceivers } from './other-receivers.tsx';
import { OwnSubscriptions } from './own-subscriptions.tsx';
import { SignatureHelp } from './signature-help.tsx';

/**
 * The service's webhooks: what fails, with what repairs it; then what is well, as one line each that unfolds. `rest`: the
 * receiver whose deliveries are open.
 */
export function WebhooksView({ rest }: ViewProps) {
  const linked = rest[0] ?? null;
  const opened = useSignal<string | null>(linked);
  const isAdding = useSignal(false);
  useEffect(() => {
    opened.value = linked;
  }, [linked]);
  const sections = stored.value?.snapshot?.snapshot.sections;
  const ours = sections?.subscriptions.data ?? null;
  const failing = sections?.deliveries.data ?? null;
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const check = useChange();
  return (
    <div class="page">
      <ViewHeader title={t('console.view.webhooks')}>
        {isOwner && (
          <span class="verbs">
            <ChangeStatus state={check.state.value} kept={t('console.webhooks.checked')} />
            <CheckButton check={check} />
            <OpenButton isOpen={isAdding.value} onOpen={(is) => (isAdding.value = is)}>
              {t('console.webhooks.add')}
            </OpenButton>
          </span>
        )}
      </ViewHeader>
      <Failing
        ours={ours}
        groups={failing?.groups ?? null}
        opened={opened}
        repair={isOwner ? <CheckButton check={check} isFlame /> : null}
      />
      <OwnSubscriptions ours={ours} />
      <OtherReceivers
        origin={ours?.origin ?? null}
        failing={new Set(failing?.groups.map(({ webhookId }) => webhookId))}
        opened={opened}
        isAdding={isAdding}
      />
      <SignatureHelp />
    </div>
  );
}

/** Has the edge compare its subscriptions with the service's now, and register what is missing. */
function CheckButton({ check, isFlame = false }: { check: Change; isFlame?: boolean }) {
  return (
    <button
      type="button"
      class={isFlame ? 'button primary' : 'button'}
      disabled={check.state.value.kind === 'sending'}
      onClick={() =>
        void check.send({ method: 'POST', path: '/subscriptions/sync', body: {} }, ['/subscriptions'])
      }
    >
      {t(isFlame ? 'verb.checkSubscriptions' : 'console.webhooks.check')}
    </button>
  );
}
