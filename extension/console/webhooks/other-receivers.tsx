import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type WebhookSubscription, webhookList } from '../../../shared/builder-api/webhooks.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { parseInstant } from '../../../shared/time.ts';
import { formatAgo, formatList, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { useChange } from '../../reads/change.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { useResource } from '../../reads/resource.ts';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { eventKindWords } from '../activity/event-kind.ts';
import { useArrival } from '../parts/arrival.ts';
import { ChangeStatus } from '../parts/part.tsx';
import { Deliveries } from './deliveries.tsx';
import { deliveriesButtonId } from './failing.tsx';
import { NewReceiver } from './new-receiver.tsx';

/**
 * The account's subscriptions that are not this edge's, with their deliveries; owners add and delete them. One line that unfolds: what fails of
 * them stands above.
 * @param origin address for the events of this edge; null without a public address @param failing ids of those that fail
 * @param opened the one whose deliveries are open: each list stands on the page once
 */
export function OtherReceivers({
  origin,
  failing,
  opened,
  isAdding,
}: {
  origin: string | null;
  failing: ReadonlySet<string>;
  opened: Signal<string | null>;
  isAdding: Signal<boolean>;
}) {
  const webhooks = useResource({ path: '/service/webhooks', schema: webhookList });
  const isOwner = mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const fold = useRef<HTMLDetailsElement>(null);
  useArrival(t('console.webhooks.receivers'), () => {
    if (fold.current) fold.current.open = true;
    fold.current?.querySelector('summary')?.focus();
  });
  useArrival(t('console.webhooks.add'), () => {
    isAdding.value = true;
  });
  const state = webhooks.state.value;
  const theirs =
    state.kind === 'shown' ? state.value.webhooks.filter(({ url }) => originOf(url) !== origin) : null;
  const isNeeded = isAdding.value || theirs?.some(({ id }) => id === opened.value && !failing.has(id));
  useLayoutEffect(() => {
    if (isNeeded && fold.current) fold.current.open = true;
  }, [isNeeded]);
  return (
    <details class="page-fold" ref={fold}>
      <summary>
        {theirs === null && <Glyph name="unknown" />}
        <span>
          {theirs === null || theirs.length > 0
            ? t('console.webhooks.receivers')
            : t('console.webhooks.noReceivers')}
          {theirs !== null && theirs.length > 0 && ` · ${formatNumber(theirs.length)}`}
        </span>
      </summary>
      <Loaded of={webhooks}>
        {({ webhooks: registered }) => (
          <>
            {isOwner && isAdding.value && (
              <NewReceiver
                registered={registered}
                onAdded={() => {
                  isAdding.value = false;
                  // The service lists the newest first. The focus goes there from the button that opened the form.
                  setTimeout(() => fold.current?.querySelector<HTMLElement>('.receivers .unfolds')?.focus());
                }}
                onClose={() => (isAdding.value = false)}
              />
            )}
            <ul class="lines-list receivers">
              {(theirs ?? []).map((webhook) => (
                <Receiver
                  key={webhook.id}
                  webhook={webhook}
                  isOwner={isOwner}
                  isFailing={failing.has(webhook.id)}
                  opened={opened}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </details>
  );
}

/** More projects than this are counted. */
const NAMED_MAX = 3;

const projectsWords = (ids: readonly string[]): string =>
  ids.length > NAMED_MAX
    ? t('console.webhooks.forProjects', ids.length, { count: formatNumber(ids.length) })
    : t('console.webhooks.forNamed', { names: formatList(ids.map((id) => naming.value.project(id))) });

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null;

function Receiver({
  webhook: { id, url, event, createdAt, projectIds, features },
  isOwner,
  isFailing,
  opened,
}: {
  webhook: WebhookSubscription;
  isOwner: boolean;
  isFailing: boolean;
  opened: Signal<string | null>;
}) {
  const change = useChange();
  const open = useSignal(!isFailing && opened.value === id);
  const at = parseInstant(createdAt ?? null);
  const address = URL.parse(url);
  const { screened, host } = naming.value;
  const facts = [
    isFailing && t('console.webhooks.failsAbove'),
    event,
    projectIds && projectsWords(projectIds),
    features && features.length > 0 && isolated(features.join(', ')),
    at !== null && t('console.webhooks.since', { ago: formatAgo(at, edgeNow.value) }),
  ];
  return (
    <li class="line">
      <button
        type="button"
        class="sentence unfolds"
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
      {open.value && !isFailing && <Deliveries webhookId={id} />}
      {open.value && (
        <span class="verbs receiver-verbs">
          {isFailing && (
            <button
              type="button"
              class="button"
              onClick={() => {
                opened.value = id;
                document.getElementById(deliveriesButtonId(id))?.focus();
              }}
            >
              {t('verb.seeDeliveries')}
            </button>
          )}
          {isOwner && (
            <ConfirmButton
              label={t('console.webhooks.delete')}
              sure={t('console.webhooks.deleteSure', {
                event: eventKindWords(event),
                host: host(address?.host ?? url),
              })}
              onSure={() =>
                void change.send(
                  { method: 'DELETE', path: `/service/webhooks/${encodeURIComponent(id)}`, body: {} },
                  ['/service/webhooks'],
                )
              }
            />
          )}
          <span class="meta">{t('console.webhooks.id', { id })}</span>
          <CopyButton text={id} />
          <ChangeStatus state={change.state.value} />
        </span>
      )}
    </li>
  );
}
