import { useSignal } from '@preact/signals';
import { type WebhookSubscription, webhookList } from '../../../shared/builder-api/webhooks.ts';
import { parseInstant } from '../../../shared/time.ts';
import { formatAgo, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { useResource } from '../../reads/resource.ts';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { eventKindWords } from '../activity/event-words.ts';
import { Part } from '../parts/part.tsx';
import { Deliveries } from './deliveries.tsx';

/**
 * The account's subscriptions that are not this edge's, with their deliveries; read-only.
 * @param origin address for the events of this edge; null without a public address
 */
export function OtherReceivers({ origin }: { origin: string | null }) {
  const webhooks = useResource({ path: '/service/webhooks', schema: webhookList });
  return (
    <Part
      title={t('console.webhooks.receivers')}
      side={<span class="meta">{t('console.webhooks.readOnly')}</span>}
    >
      <Loaded of={webhooks}>
        {({ webhooks: all }) => {
          const theirs = all.filter(({ url }) => originOf(url) !== origin);
          if (theirs.length === 0) return <p class="meta">{t('console.webhooks.noReceivers')}</p>;
          return (
            <ul class="lines-list">
              {theirs.map((webhook) => (
                <Receiver key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Part>
  );
}

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null;

function Receiver({
  webhook: { id, url, event, createdAt, projectIds, features },
}: {
  webhook: WebhookSubscription;
}) {
  const open = useSignal(false);
  const at = parseInstant(createdAt ?? null);
  const address = URL.parse(url);
  const { screened, host } = naming.value;
  const facts = [
    event,
    projectIds &&
      t('console.webhooks.forProjects', projectIds.length, { count: formatNumber(projectIds.length) }),
    features && features.length > 0 && isolated(features.join(', ')),
    at !== null && t('console.webhooks.since', { ago: formatAgo(at, edgeNow.value) }),
  ];
  return (
    <li class="line">
      <button
        type="button"
        class="sentence"
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}
      >
        <strong class="receiver">
          {host(address?.host ?? url)}
          {/* A path may hold a credential: the edge sends it to owners only, and its query is never shown. */}
          {!screened && address && address.pathname !== '/' && (
            <span class="meta">{isolated(address.pathname)}</span>
          )}
        </strong>
        <span class="meta lines">
          {eventKindWords(event)} · {facts.filter(Boolean).join(' · ')}
        </span>
      </button>
      {open.value && <Deliveries webhookId={id} />}
    </li>
  );
}
