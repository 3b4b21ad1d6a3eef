import './webhooks.css';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { webhookList } from '../../../../../shared/builder-api/webhooks.ts';
import { unreadSection } from '../../../../../shared/snapshot/section.ts';
import type { SubscriptionHealth } from '../../../../../shared/snapshot/webhook-health.ts';
import { SECOND_MS } from '../../../../../shared/time.ts';
import { eventKindWords } from '../../../../i18n/event-kind.ts';
import { formatAgo } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { servicePath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { byEdgeClock, edgeNow } from '../../../../ui/page-state.ts';
import { mayAct, stored } from '../../../../ui/stored-state.ts';
import { ChangeStatus } from '../../../parts/part.tsx';
import { Setting, SettingsSection } from '../../../parts/setting.tsx';
import { Failing, isOwnFailing, refusedOf } from './failing.tsx';
import { OtherReceivers } from './other-receivers.tsx';

/** How long it is said that the subscriptions were just checked. */
const CHECKED_FOR_MS = 10 * SECOND_MS;

/** Receivers of the service's webhooks: failing ones, this edge, others. `linked`: opens its deliveries. */
export function Receivers({ linked }: { linked: string | null }) {
  const opened = useSignal<string | null>(linked);
  useEffect(() => {
    opened.value = linked;
  }, [linked]);
  const sections = stored.value?.snapshot?.snapshot.sections;
  const ours = sections?.subscriptions.data ?? null;
  const deliveries = sections?.deliveries ?? unreadSection;
  const webhooks = useResource({ path: servicePath('/webhooks'), schema: webhookList });
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
    <SettingsSection id="webhooks" title={t('view.webhooks')}>
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
              {/* Has the edge compare its subscriptions with the service's, and register missing ones. */}
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
        failing={deliveries.data && new Set(deliveries.data.groups.map(({ webhookId }) => webhookId))}
      />
    </SettingsSection>
  );
}

/** The edge's own subscriptions that are well, or that this account can't have: one row that unfolds. */
function OwnSubscriptions({ ours, side }: { ours: SubscriptionHealth | null; side: ComponentChildren }) {
  const well = ours?.subscriptions.filter(({ state }) => state !== 'failing' && state !== 'missing') ?? [];
  const heard = well.filter(({ state }) => state !== 'unavailable');
  return (
    <Setting
      name={t('console.webhooks.our')}
      sign={ours === null ? 'unknown' : ours.mode === 'ask-only' ? 'off' : 'done'}
      value={
        ours === null
          ? t('status.loading')
          : ours.mode === 'ask-only'
            ? t('test.askOnly')
            : t('console.webhooks.ours', heard.length)
      }
      side={side}
    >
      {ours !== null && ours.syncedAt !== null && (
        <p class="meta">
          {t('console.webhooks.checkedAt', { ago: formatAgo(ours.syncedAt, edgeNow.value) })}
        </p>
      )}
      <ul class="lines-list">
        {well.map(({ event, state, lastReceivedAt }) => (
          <li key={event} class="line event-line">
            <Glyph name={state === 'unavailable' ? 'off' : 'done'} />
            <span>
              <strong>{eventKindWords(event)}</strong>
              <span class="meta">{`${event} · ${t(`console.webhooks.state.${state}`)}`}</span>
            </span>
            <span class="meta">
              {lastReceivedAt === null
                ? t('console.webhooks.never')
                : t('console.webhooks.heard', { ago: formatAgo(lastReceivedAt, edgeNow.value) })}
            </span>
          </li>
        ))}
      </ul>
    </Setting>
  );
}
