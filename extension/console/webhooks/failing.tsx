import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { DeliveryFailureGroup, SubscriptionHealth } from '../../../shared/snapshot/webhook-health.ts';
import { itemWords, quoted, silenceWords } from '../../i18n/attention-words.ts';
import { formatAgo, formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { deliveryAdvice } from '../../now/item-actions.ts';
import { serviceWordsIn } from '../../now/item-detail.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { Glyph, type GlyphName } from '../../ui/icons.tsx';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { eventKindWords } from '../activity/event-kind.ts';
import { rejectionWords } from '../activity/event-words.ts';
import { Part } from '../parts/part.tsx';
import { Deliveries } from './deliveries.tsx';

/**
 * Whatever does not arrive: failing deliveries, refused subscriptions, deliveries that the edge rejected; each with what repairs
 * it. @param groups null = not read @param opened the receiver whose deliveries are open
 * @param repair the verb that repairs what is this edge's own; null where this browser may not
 */
export function Failing({
  ours,
  groups,
  opened,
  repair,
}: {
  ours: SubscriptionHealth | null;
  groups: readonly DeliveryFailureGroup[] | null;
  opened: Signal<string | null>;
  repair: ComponentChildren;
}) {
  const refused = (ours?.subscriptions ?? []).filter(
    ({ state }) => state === 'failing' || state === 'missing',
  );
  const rejections = ours?.rejections ?? [];
  const isOurs = refused.length > 0 || ours?.silent != null || groups?.some((group) => group.ours) === true;
  const isQuiet = !isOurs && rejections.length === 0 && groups?.length === 0;
  if (isQuiet)
    return (
      <p class="page-line with-glyph">
        <Glyph name="done" />
        {t('console.webhooks.noneFailing')}
      </p>
    );
  return (
    <Part title={t('console.webhooks.failing')} side={isOurs && <span class="verbs">{repair}</span>}>
      {groups === null && <p class="meta">{t('console.unread')}</p>}
      {ours?.silent && <p class="fact failure">{silenceWords(ours.silent, edgeNow.value)}</p>}
      <ul class="lines-list">
        {(groups ?? []).map((group, at) => (
          <Group
            key={`${group.webhookId} ${group.httpStatus} ${group.error}`}
            group={group}
            // One receiver may fail in several ways: its deliveries are listed once.
            opened={groups?.find(({ webhookId }) => webhookId === group.webhookId) === group ? opened : null}
            isFlame={at === 0 && !isOurs}
          />
        ))}
        {refused.map(({ event, state, problem }) => (
          <Line
            key={event}
            glyph="warning"
            title={eventKindWords(event)}
            facts={[
              event,
              t(`console.webhooks.state.${state === 'failing' ? 'failing' : 'missing'}`),
              quoted(serviceWordsIn(problem)),
            ]}
          />
        ))}
        {rejections.map((rejection) => {
          const { title, about } = rejectionWords(rejection, naming.value);
          const { reason, count, lastAt } = rejection;
          return <Line key={reason} glyph="note" title={title} facts={[about, timesWords(count, lastAt)]} />;
        })}
      </ul>
    </Part>
  );
}

const timesWords = (count: number, lastAt: number): string =>
  `${t('console.webhooks.times', count, { count: formatNumber(count) })}, ${formatAgo(lastAt, edgeNow.value)}`;

/** Of the button by which the deliveries of a receiver that fails are opened. */
export const deliveriesButtonId = (webhookId: string): string => `deliveries-${webhookId}`;

function Group({
  group,
  opened,
  isFlame,
}: {
  group: DeliveryFailureGroup;
  /** Null where its deliveries are listed with another group. */
  opened: Signal<string | null> | null;
  /** Whether its deliveries are the one thing to look at. */
  isFlame: boolean;
}) {
  const isOpen = opened?.value === group.webhookId;
  const { event, host, ours, httpStatus, error, firstAt, lastProjectId, givenUp } = group;
  // The same words as under Now.
  const reason = { kind: 'delivery-failures', ...group } as const;
  const { title, facts } = itemWords(reason, lastProjectId, firstAt, naming.value, edgeNow.value);
  return (
    <Line
      glyph="warning"
      title={title}
      facts={[
        facts,
        httpStatus !== null && error !== `HTTP ${httpStatus}` ? quoted(error) : null,
        givenUp ? t('console.webhooks.givenUp') : t('console.webhooks.retrying'),
      ]}
      about={[
        eventKindWords(event),
        lastProjectId && naming.value.project(lastProjectId),
        ours ? t('console.webhooks.our') : null,
      ]}
      below={isOpen && <Deliveries webhookId={group.webhookId} />}
      verb={
        opened && (
          <button
            id={deliveriesButtonId(group.webhookId)}
            type="button"
            class={isFlame && !isOpen ? 'button primary' : 'button'}
            aria-label={verbOf(
              t('console.webhooks.deliveries'),
              [naming.value.host(host), eventKindWords(event), httpStatus].filter(Boolean).join(', '),
            )}
            aria-expanded={isOpen}
            onClick={() => (opened.value = isOpen ? null : group.webhookId)}
          >
            {t(isOpen ? 'console.webhooks.foldDeliveries' : 'console.webhooks.deliveries')}
          </button>
        )
      }
    >
      <p class="advice">{deliveryAdvice(group)}</p>
    </Line>
  );
}

type Parts = readonly (string | null)[];
const joined = (parts: Parts): string => parts.filter(Boolean).join(' · ');

function Line({
  glyph,
  title,
  facts,
  about,
  verb,
  below,
  children,
}: {
  glyph: GlyphName;
  title: string;
  facts: Parts;
  /** What the deliveries are about. */
  about?: Parts;
  verb?: ComponentChildren;
  below?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <li class="line event-line">
      <Glyph name={glyph} />
      <div>
        <strong>{title}</strong>
        <span class="meta">{joined(facts)}</span>
        {about && <p class="meta">{joined(about)}</p>}
        {children}
      </div>
      {verb}
      {below}
    </li>
  );
}
