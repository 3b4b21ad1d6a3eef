import { useEffect } from 'preact/hooks';
import { deliveryPage, type WebhookDelivery } from '../../../../../shared/builder-api/webhooks.ts';
import { type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../../../../shared/time.ts';
import { featureName } from '../../../../i18n/attention-words.ts';
import { eventKindWords } from '../../../../i18n/event-kind.ts';
import { formatClock, formatExact, formatFacts, formatNumber } from '../../../../i18n/format.ts';
import { quoted, serviceWord } from '../../../../i18n/service-words.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { servicePath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { MoreButton, useMore } from '../../../../reads/use-more.tsx';
import { verbOf } from '../../../../ui/confirm.tsx';
import { Glyph, type GlyphName } from '../../../../ui/icons.tsx';
import { byEdgeClock, edgeNow, naming } from '../../../../ui/page-state.ts';
import { LongList } from '../../../../ui/virtual-list.tsx';

/** Largest page of the service. */
const PAGE = 200;
const ROW_PX = 50;

/**
 * The service's deliveries to one subscription in the last 30 days, newest first; more on demand.
 * @param of whose they are
 * @param onRead called with the newest ones whenever they were read, at a time of the edge's clock
 */
export function Deliveries({
  webhookId,
  of,
  onRead,
}: {
  webhookId: string;
  of: string;
  onRead?: (deliveries: readonly WebhookDelivery[], readAt: InstantMs) => void;
}) {
  const path = `${servicePath('/webhooks/:webhookId/deliveries', { webhookId })}?limit=${PAGE}`;
  const first = useResource({ path, schema: deliveryPage, keep: false });
  const more = useMore(path, deliveryPage);
  const state = first.state.value;
  const readAt = state.kind === 'shown' ? state.readAt : null;
  useEffect(() => {
    if (state.kind === 'shown') onRead?.(state.value.deliveries, byEdgeClock(state.readAt));
  }, [readAt]);
  return (
    <section
      class="deliveries"
      id={`deliveries-${webhookId}`}
      aria-label={verbOf(t('fact.deliveries'), of)}
      tabIndex={-1}
    >
      <Loaded of={first}>
        {(page) => {
          const pages = [page, ...more.pages];
          // A page that was read again may overlap later ones.
          const rows = [
            ...new Map(pages.flatMap(({ deliveries }) => deliveries).map((row) => [row.id, row])).values(),
          ];
          const next = pages.at(-1)?.nextCursor ?? null;
          if (rows.length === 0) return <p class="meta">{t('status.nothingYet')}</p>;
          return (
            <>
              <LongList
                label={t('fact.deliveries')}
                rows={alikeInLine(rows)}
                keyOf={([{ id }]) => id}
                rowHeightPx={ROW_PX}
                render={([newest, ...others]) => <Delivery delivery={newest} others={others} />}
              />
              <p class="verbs">
                <span class="meta">{t('console.webhooks.shown', rows.length)}</span>
                <MoreButton of={more} next={next === null ? null : `${path}&cursor=${next}`} />
              </p>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** The time, or the first and the last of several. @param times newest first */
const clocksOf = (times: readonly InstantMs[], now: InstantMs): string =>
  [...new Set([times.at(-1), times[0]])]
    .flatMap((at) => (at === undefined ? [] : formatClock(at, now)))
    .join(' – ');

type Alike = readonly [WebhookDelivery, ...WebhookDelivery[]];

/** Failed deliveries that follow one another and differ only in their time, as one. */
export function alikeInLine(rows: readonly WebhookDelivery[]): Alike[] {
  const lines: [WebhookDelivery, ...WebhookDelivery[]][] = [];
  const kindOf = ({ event, projectId, feature, attempts, httpStatus, error }: WebhookDelivery) =>
    JSON.stringify([event, projectId, feature, attempts, httpStatus, error]);
  for (const row of rows) {
    const last = lines.at(-1);
    const isAlike =
      row.status === 'failed' && last?.[0].status === 'failed' && kindOf(last[0]) === kindOf(row);
    if (isAlike) last.push(row);
    else lines.push([row]);
  }
  return lines;
}

const SIGN: Readonly<Record<string, GlyphName>> = { delivered: 'done', pending: 'warning', failed: 'failed' };

/** @param others older ones that are like it */
function Delivery({ delivery, others }: { delivery: WebhookDelivery; others: readonly WebhookDelivery[] }) {
  const { event, status, attempts, httpStatus, error, durationMs, projectId, feature } = delivery;
  const at = parseInstant(delivery.at);
  const triedAt = attempts > 0 ? parseInstant(delivery.updatedAt ?? null) : null;
  // Thousands of rows that ended don't follow the clock.
  const now = status === 'pending' ? edgeNow.value : edgeNow.peek();
  const next = nextTryAt(delivery, now);
  const times = [delivery, ...others].flatMap((one) => parseInstant(one.at) ?? []);
  const facts = [
    serviceWord(status, 'console.webhooks.status'),
    feature && featureName(feature),
    t('console.webhooks.attempts', attempts),
    httpStatus == null ? null : `HTTP ${httpStatus}`,
    triedAt === null ? null : t('console.webhooks.lastTry', { at: formatClock(triedAt, now) }),
    durationMs == null ? null : t('console.webhooks.took', { ms: formatNumber(durationMs) }),
    error && error !== `HTTP ${httpStatus}` ? quoted(error) : null,
    next === 'due'
      ? t('console.webhooks.tryDue')
      : next !== null && t('console.webhooks.nextTry', { at: formatClock(next, now) }),
  ];
  return (
    <div class="line event-line">
      <Glyph name={SIGN[status] ?? 'seen'} />
      <span>
        <strong>{formatFacts(eventKindWords(event), projectId && naming.value.project(projectId))}</strong>
        <span class="meta">{formatFacts(...facts)}</span>
      </span>
      <span class="meta" title={times.map(formatExact).join('\n')}>
        {at !== null && t('console.webhooks.eventAt', { at: clocksOf(times, now) })}
        {others.length > 0 && ` · ${formatNumber(times.length)} ×`}
      </span>
    </div>
  );
}

/** Delays of the service's retries (service reference, Events, Delivery); then it gives up. */
const TRIED_AGAIN_AFTER_MS = [30 * SECOND_MS, 2 * MINUTE_MS];

/** Time of the service's retry of a delivery; `due` once that is past, null if there is none or unknown. */
export function nextTryAt(
  { status, attempts, updatedAt }: Pick<WebhookDelivery, 'status' | 'attempts' | 'updatedAt'>,
  now: InstantMs,
): InstantMs | 'due' | null {
  const waitMs = TRIED_AGAIN_AFTER_MS[attempts - 1];
  const triedAt = parseInstant(updatedAt ?? null);
  if (status !== 'pending' || waitMs === undefined || triedAt === null) return null;
  return triedAt + waitMs > now ? triedAt + waitMs : 'due';
}
