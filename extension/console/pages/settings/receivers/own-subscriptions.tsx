import type { ComponentChildren } from 'preact';
import type { SubscriptionHealth } from '../../../../../shared/snapshot/webhook-health.ts';
import { formatAgo } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { Glyph } from '../../../../ui/icons.tsx';
import { edgeNow } from '../../../../ui/page-state.ts';
import { eventKindWords } from '../../../kit/event-kind.ts';
import { Setting } from '../../../parts/setting.tsx';

/** The edge's own subscriptions that are well, or that this account can't have: one row that unfolds. */
export function OwnSubscriptions({
  ours,
  side,
}: {
  ours: SubscriptionHealth | null;
  side: ComponentChildren;
}) {
  const well = ours?.subscriptions.filter(({ state }) => state !== 'failing' && state !== 'missing') ?? [];
  const heard = well.filter(({ state }) => state !== 'unavailable');
  return (
    <Setting
      name={t('console.webhooks.our')}
      sign={ours === null ? 'unknown' : ours.mode === 'ask-only' ? 'off' : 'done'}
      value={
        ours === null
          ? t('console.loading')
          : ours.mode === 'ask-only'
            ? t('test.askOnly')
            : t('console.webhooks.ours', heard.length)
      }
      side={side}
    >
      {ours !== null && ours.syncedAt !== null && (
        <p class="meta">{t('console.watches.lookedAt', { ago: formatAgo(ours.syncedAt, edgeNow.value) })}</p>
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
