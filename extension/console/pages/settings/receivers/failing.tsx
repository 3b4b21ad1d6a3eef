import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { WebhookDelivery } from '../../../../../shared/builder-api/webhooks.ts';
import { causeOf, failureGroups } from '../../../../../shared/snapshot/failure-groups.ts';
import type { SnapshotSections } from '../../../../../shared/snapshot/snapshot.ts';
import type {
  DeliveryFailureGroup,
  SubscriptionHealth,
} from '../../../../../shared/snapshot/webhook-health.ts';
import { itemWords, silenceWords } from '../../../../i18n/attention-words.ts';
import { eventKindWords, rejectionWords } from '../../../../i18n/event-kind.ts';
import { formatAgo, formatClock, formatFacts, formatList } from '../../../../i18n/format.ts';
import { quoted } from '../../../../i18n/service-words.ts';
import { t } from '../../../../i18n/t.ts';
import { deliveryAdvice, serviceWordsIn } from '../../../../now/item-detail.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ChoiceChips } from '../../../../ui/chips.tsx';
import { verbOf } from '../../../../ui/confirm.tsx';
import { Glyph, type GlyphName } from '../../../../ui/icons.tsx';
import { edgeNow, naming } from '../../../../ui/page-state.ts';
import { viewAddress } from '../../../parts/routes.ts';
import { Deliveries } from './deliveries.tsx';
import { AddressPath, eventsWords, receiverName } from './receiver-words.tsx';
import { type FailingReceiver, type FailuresRead, failingReceivers } from './receivers.ts';

/**
 * Lists what does not arrive: failing deliveries by receiver, refused subscriptions, deliveries that the edge
 * rejected; each with its repair.
 * @param deliveries what the edge read of them
 * @param listed all subscriptions; null = not read
 * @param opened the subscription whose deliveries are open
 */
export function Failing({
  ours,
  deliveries,
  listed,
  opened,
}: {
  ours: SubscriptionHealth | null;
  deliveries: SnapshotSections['deliveries'];
  listed: Parameters<typeof failingReceivers>[2];
  opened: Signal<string | null>;
}) {
  const lists = useSignal<ReadonlyMap<string, FailuresRead>>(new Map());
  const groups = deliveries.data?.groups ?? null;
  const receivers = failingReceivers(groups ?? [], deliveries.readAt ?? 0, listed, lists.value);
  const refused = refusedOf(ours);
  const rejections = ours?.rejections ?? [];
  const isOurs = isOwnFailing(ours, deliveries);
  return (
    <>
      {groups === null && <p class="meta">{t('status.unread')}</p>}
      <ul>
        {ours?.silent && <Missed silent={ours.silent} />}
        {receivers.map((receiver, at) => (
          <ReceiverLine
            key={receiver.key}
            receiver={receiver}
            opened={opened}
            isFlame={at === 0 && !isOurs}
            onRead={(of, newest, readAt) => {
              const read = { readAt, groups: failureGroups(of, newest, readAt) };
              lists.value = new Map(lists.peek()).set(of.webhookId, read);
            }}
          />
        ))}
        {[...Map.groupBy(refused, ({ state, problem }) => `${state} ${problem}`)].map(([key, alike]) => (
          <Line key={key} glyph="warning" title={eventsWords(alike.map(({ event }) => event))}>
            <span class="meta block">
              {formatFacts(
                t(`console.webhooks.state.${alike[0]?.state === 'failing' ? 'failing' : 'missing'}`),
                quoted(serviceWordsIn(alike[0]?.problem ?? null)),
              )}
            </span>
          </Line>
        ))}
        {rejections.map((rejection) => {
          const { title, about } = rejectionWords(rejection, naming.value);
          const { reason, count, lastAt } = rejection;
          return (
            <Line key={reason} glyph="note" title={title}>
              <span class="meta block">{formatFacts(about, timesWords(count, lastAt))}</span>
            </Line>
          );
        })}
      </ul>
    </>
  );
}

/** The edge's own subscriptions that are refused or lost. */
export const refusedOf = (ours: SubscriptionHealth | null): SubscriptionHealth['subscriptions'] =>
  (ours?.subscriptions ?? []).filter(({ state }) => state === 'failing' || state === 'missing');

/** Whether what fails is this edge's own, which a check of its subscriptions may repair. */
export const isOwnFailing = (
  ours: SubscriptionHealth | null,
  deliveries: SnapshotSections['deliveries'],
): boolean =>
  refusedOf(ours).length > 0 ||
  ours?.silent != null ||
  deliveries.data?.groups.some((group) => group.ours) === true;

/** Events that never arrived, by name where they are known, and until when that is said. */
function Missed({ silent }: { silent: NonNullable<SubscriptionHealth['silent']> }) {
  const now = edgeNow.value;
  const { until, newest = [] } = silent;
  return (
    <Line glyph="warning" title={silenceWords(silent, now)}>
      {newest.map(({ seq, event, projectId, at }) => {
        const words = formatFacts(
          eventKindWords(event),
          projectId && naming.value.project(projectId),
          formatClock(at, now),
        );
        return (
          <p class="meta" key={`${seq} ${event} ${projectId}`}>
            {seq === null ? words : <a href={viewAddress('activity', String(seq))}>{words}</a>}
          </p>
        );
      })}
      <p class="advice">
        {t('advice.webhooksSilent')}
        {until !== undefined && ` ${t('console.webhooks.missedUntil', { until: formatClock(until, now) })}`}
      </p>
    </Line>
  );
}

const timesWords = (count: number, lastAt: number): string =>
  `${t('count.times', count)}, ${formatAgo(lastAt, edgeNow.value)}`;

type Read = (
  of: Parameters<typeof failureGroups>[0],
  newest: readonly WebhookDelivery[],
  readAt: number,
) => void;

/** Address to which deliveries fail: why, what repairs it, the deliveries of one of its events at a time. */
function ReceiverLine({
  receiver: { host: name, url, ours, subscriptions, causes },
  opened,
  isFlame,
  onRead,
}: {
  receiver: FailingReceiver;
  opened: Signal<string | null>;
  /** Whether its deliveries are the one thing to look at. */
  isFlame: boolean;
  onRead: Read;
}) {
  const host = naming.value.host(name);
  const whole = receiverName(name, url);
  const shown = subscriptions.find(({ id }) => id === opened.value);
  const [newest] = causes;
  const projects = new Set(causes.flatMap(({ lastProjectId }) => lastProjectId ?? []));
  const events = subscriptions.map(({ event }) => event);
  return (
    <li class="setting">
      <span class="setting-sign">
        <Glyph name={newest ? 'warning' : 'done'} />
      </span>
      <strong>
        {host} <AddressPath url={url} />
      </strong>
      <span class="setting-value">
        {newest
          ? itemWords(reasonOf(newest), null, newest.firstAt, naming.value, edgeNow.value).facts
          : t('console.webhooks.failsNoMore')}
      </span>
      <span class="verbs">
        <Button
          class={isFlame && !shown ? 'button primary' : 'button'}
          aria-label={verbOf(t('verb.look'), whole)}
          aria-expanded={shown !== undefined}
          onClick={() => (opened.value = shown ? null : (subscriptions[0]?.id ?? null))}
        >
          {t('verb.look')}
        </Button>
      </span>
      {shown && (
        <div class="setting-body">
          {causes.map((cause) => (
            <p class="meta" key={causeOf(cause)}>
              {formatFacts(
                // The same words as under Now.
                itemWords(reasonOf(cause), null, cause.firstAt, naming.value, edgeNow.value).facts,
                cause.httpStatus !== null && cause.error !== `HTTP ${cause.httpStatus}`
                  ? quoted(cause.error)
                  : null,
                cause.givenUp ? t('console.webhooks.givenUp') : t('fact.retrying'),
              )}
            </p>
          ))}
          <p class="meta">
            {formatFacts(
              eventsWords(events),
              formatList([...projects].map((id) => naming.value.project(id))),
              ours ? t('console.webhooks.our') : null,
            )}
          </p>
          {[...new Set(causes.map(deliveryAdvice))].map((advice) => (
            <p class="advice" key={advice}>
              {advice}
            </p>
          ))}
          {subscriptions.length > 1 && (
            <p class="verbs options">
              <ChoiceChips
                of={subscriptions.map(({ id }) => id)}
                chosen={shown.id}
                words={(id) => eventKindWords(subscriptions.find((one) => one.id === id)?.event ?? id)}
                onChoose={(id) => (opened.value = id)}
              />
            </p>
          )}
          <Deliveries
            key={shown.id}
            webhookId={shown.id}
            of={`${whole}, ${eventKindWords(shown.event)}`}
            onRead={(deliveries, readAt) =>
              onRead({ webhookId: shown.id, event: shown.event, host: name, ours }, deliveries, readAt)
            }
          />
        </div>
      )}
    </li>
  );
}

const reasonOf = (group: DeliveryFailureGroup) => ({ kind: 'delivery-failures', ...group }) as const;

function Line({ glyph, title, children }: { glyph: GlyphName; title: string; children: ComponentChildren }) {
  return (
    <li class="setting">
      <span class="setting-sign">
        <Glyph name={glyph} />
      </span>
      <div class="setting-whole">
        <strong class="block">{title}</strong>
        {children}
      </div>
    </li>
  );
}
