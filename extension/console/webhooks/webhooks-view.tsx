import { mayActAs } from '../../../shared/edge-api/role.ts';
import { SUBSCRIPTION_STATES } from '../../../shared/snapshot/webhook-health.ts';
import { formatAgo, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t, wordOf } from '../../i18n/t.ts';
import { useChange } from '../../reads/change.ts';
import { Glyph } from '../../ui/icons.tsx';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { eventKindWords } from '../activity/event-words.ts';
import { ChangeStatus, Part } from '../parts/part.tsx';
import { ViewHeader } from '../parts/view-header.tsx';
import { OtherReceivers } from './other-receivers.tsx';

/** Health of the service's webhooks: our subscriptions, failing deliveries, rejected deliveries. */
export function WebhooksView() {
  const sections = stored.value?.snapshot?.snapshot.sections;
  const ours = sections?.subscriptions.data;
  const failing = sections?.deliveries.data;
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const check = useChange();
  return (
    <div class="page">
      <ViewHeader title={t('console.view.webhooks')}>
        {isOwner && (
          <span class="verbs">
            <ChangeStatus state={check.state.value} kept={t('console.webhooks.checked')} />
            <button
              type="button"
              class="button"
              disabled={check.state.value.kind === 'sending'}
              onClick={() =>
                void check.send({ method: 'POST', path: '/subscriptions/sync', body: {} }, ['/subscriptions'])
              }
            >
              {t('console.webhooks.check')}
            </button>
          </span>
        )}
      </ViewHeader>
      {!ours ? (
        <p class="notice meta">{t('console.loading')}</p>
      ) : (
        <Part
          title={t('console.webhooks.ours')}
          side={
            <span class="meta">
              {ours.mode === 'ask-only'
                ? t('console.webhooks.askOnly')
                : ours.syncedAt === null
                  ? ''
                  : t('console.webhooks.synced', { ago: formatAgo(ours.syncedAt, edgeNow.value) })}
            </span>
          }
        >
          {ours.silent && <p class="fact failure">{ours.silent.words}</p>}
          <ul class="lines-list">
            {ours.subscriptions.map(({ event, state, lastReceivedAt, problem }) => {
              const known = SUBSCRIPTION_STATES.find((one) => one === state) ?? 'failing';
              return (
                <li key={event} class="line event-line">
                  <Glyph
                    name={
                      state === 'failing'
                        ? 'failed'
                        : state === 'missing'
                          ? 'warning'
                          : state === 'unavailable'
                            ? 'off'
                            : 'done'
                    }
                  />
                  <span>
                    <strong>{eventKindWords(event)}</strong>
                    <span class="meta">
                      {[event, t(`console.webhooks.state.${wordOf(known)}`), problem]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <span class="meta">
                    {lastReceivedAt === null
                      ? t('console.webhooks.never')
                      : t('console.webhooks.heard', { ago: formatAgo(lastReceivedAt, edgeNow.value) })}
                  </span>
                </li>
              );
            })}
          </ul>
        </Part>
      )}
      <Part title={t('console.webhooks.failing')}>
        {!failing || failing.groups.length === 0 ? (
          <p class="meta">{t('console.webhooks.noneFailing')}</p>
        ) : (
          <ul class="lines-list">
            {failing.groups.map((group) => (
              <li key={`${group.webhookId} ${group.httpStatus} ${group.error}`} class="line event-line">
                <Glyph name={group.givenUp ? 'failed' : 'warning'} />
                <span>
                  <strong>{naming.value.host(group.host)}</strong>
                  <span class="meta">
                    {[
                      eventKindWords(group.event),
                      group.ours ? t('console.webhooks.our') : t('console.webhooks.others'),
                      group.httpStatus === null ? null : `HTTP ${group.httpStatus}`,
                      group.error && group.error !== `HTTP ${group.httpStatus}` && isolated(group.error),
                      group.givenUp ? t('console.webhooks.givenUp') : t('console.webhooks.retrying'),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <span class="meta">
                  {t('console.webhooks.times', group.count, { count: formatNumber(group.count) })}
                  {', '}
                  {formatAgo(group.lastAt, edgeNow.value)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      {ours && ours.rejections.length > 0 && (
        <Part title={t('console.webhooks.rejected')}>
          <ul class="lines-list">
            {ours.rejections.map(({ reason, count, lastAt, words }) => (
              <li key={reason} class="line event-line">
                <Glyph name="note" />
                <span>{words}</span>
                <span class="meta">
                  {t('console.webhooks.times', count, { count: formatNumber(count) })}
                  {', '}
                  {formatAgo(lastAt, edgeNow.value)}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <OtherReceivers origin={ours?.origin ?? null} />
    </div>
  );
}
