import './webhooks.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { webhookList } from '../../../../../shared/builder-api/webhooks.ts';
import { unreadSection } from '../../../../../shared/snapshot/section.ts';
import { SECOND_MS } from '../../../../../shared/time.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { OpenButton } from '../../../../ui/confirm.tsx';
import { byEdgeClock, edgeNow } from '../../../../ui/page-state.ts';
import { mayAct, stored } from '../../../../ui/stored-state.ts';
import { useArrival } from '../../../parts/arrival.ts';
import { ChangeStatus } from '../../../parts/part.tsx';
import { SettingsSection } from '../../../parts/setting.tsx';
import { Failing, isOwnFailing, refusedOf } from './failing.tsx';
import { OtherReceivers } from './other-receivers.tsx';
import { OwnSubscriptions } from './own-subscriptions.tsx';

/** How long it is said that the subscriptions were just checked. */
const CHECKED_FOR_MS = 10 * SECOND_MS;

/** The receivers of the service's webhooks: those that fail, then this edge and the others, one row each. @param linked the one whose deliveries are open */
export function Receivers({ linked }: { linked: string | null }) {
  const opened = useSignal<string | null>(linked);
  const isAdding = useSignal(false);
  useEffect(() => {
    opened.value = linked;
  }, [linked]);
  useArrival(t('console.webhooks.add'), () => {
    isAdding.value = true;
  });
  const sections = stored.value?.snapshot?.snapshot.sections;
  const ours = sections?.subscriptions.data ?? null;
  const deliveries = sections?.deliveries ?? unreadSection;
  const webhooks = useResource({ path: '/service/webhooks', schema: webhookList });
  const state = webhooks.state.value;
  const listed =
    state.kind === 'shown' ? { webhooks: state.value.webhooks, readAt: byEdgeClock(state.readAt) } : null;
  const isOwner = mayAct('owner');
  const check = useChange();
  const refused = refusedOf(ours).length;
  const isFlame = isOwnFailing(ours, deliveries);
  // Below stands when that was.
  const isLongAgo =
    check.state.value.kind === 'kept' && edgeNow.value - (ours?.syncedAt ?? 0) > CHECKED_FOR_MS;
  return (
    <SettingsSection id="webhooks" title={t('console.view.webhooks')}>
      <Failing ours={ours} deliveries={deliveries} listed={listed} opened={opened} />
      <OwnSubscriptions
        ours={ours}
        side={
          isOwner && (
            <>
              <ChangeStatus
                state={isLongAgo ? { kind: 'idle' } : check.state.value}
                kept={
                  // What it found. Whether deliveries arrive is not in it.
                  refused > 0 ? t('console.webhooks.checkedRefused', refused) : t('console.webhooks.checked')
                }
              />
              {/* Has the edge compare its subscriptions with the service's now, and register what is missing. */}
              <Button
                primary={isFlame}
                quiet={!isFlame}
                busy={check.state.value.kind === 'sending'}
                onClick={() =>
                  void check.send({ method: 'POST', path: '/subscriptions/sync', body: {} }, [
                    '/subscriptions',
                  ])
                }
              >
                {t('verb.checkSubscriptions')}
              </Button>
            </>
          )
        }
      />
      <OtherReceivers
        webhooks={webhooks}
        origin={ours?.origin ?? null}
        failing={new Set(deliveries.data?.groups.map(({ webhookId }) => webhookId))}
        opened={opened}
        isAdding={isAdding}
      />
      {isOwner && (
        <div class="verbs setting-verbs">
          <OpenButton isOpen={isAdding.value} onOpen={(is) => (isAdding.value = is)}>
            {t('console.webhooks.add')}
          </OpenButton>
        </div>
      )}
    </SettingsSection>
  );
}
