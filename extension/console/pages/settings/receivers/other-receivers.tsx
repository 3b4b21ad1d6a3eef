import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type * as z from 'zod/mini';
import type { WebhookSubscription, webhookList } from '../../../../../shared/builder-api/webhooks.ts';
import { featureName } from '../../../../i18n/attention-words.ts';
import { formatFacts, formatList, formatNumber } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import type { ChangeState } from '../../../../reads/change.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import type { Resource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton, OpenButton, verbOf } from '../../../../ui/confirm.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { naming } from '../../../../ui/page-state.ts';
import { mayAct } from '../../../../ui/stored-state.ts';
import { eventKindWords } from '../../../kit/event-kind.ts';
import { goToTitle } from '../../../parts/arrival.ts';
import { ChangeStatus } from '../../../parts/part.tsx';
import { Deliveries, showDeliveries } from './deliveries.tsx';
import { NewReceiver } from './new-receiver.tsx';
import { AddressPath, deletionWords, eventsWords, receiverName } from './receiver-words.tsx';
import { type Receiver, receiversOf } from './receivers.ts';
import { useEndings } from './use-endings.ts';

/**
 * The receivers of the account that are not this edge and do not fail: what fails stands above. Owners add and delete them.
 * @param webhooks all subscriptions @param origin address for the events of this edge; null without a public address @param failing ids of the subscriptions that
 * fail @param opened the one whose deliveries are open: each list stands on the page once
 */
export function OtherReceivers({
  webhooks,
  origin,
  failing,
  opened,
  isAdding,
}: {
  webhooks: Resource<z.infer<typeof webhookList>>;
  origin: string | null;
  failing: ReadonlySet<string>;
  opened: Signal<string | null>;
  isAdding: Signal<boolean>;
}) {
  const isOwner = mayAct('owner');
  const list = useRef<HTMLUListElement>(null);
  return (
    <Loaded of={webhooks}>
      {({ webhooks: registered }) => (
        <>
          <ul class="receivers" ref={list}>
            {receiversOf(registered.filter(({ url }) => originOf(url) !== origin))
              .filter(({ subscriptions }) => !subscriptions.some(({ id }) => failing.has(id)))
              .map((receiver) => (
                <ReceiverRow
                  key={receiver.key}
                  receiver={receiver}
                  failing={failing}
                  opened={opened}
                  registered={registered}
                  origin={origin}
                />
              ))}
          </ul>
          {isOwner && isAdding.value && (
            <NewReceiver
              registered={registered}
              origin={origin}
              onAdded={() => {
                isAdding.value = false;
                // The service lists the newest first. The focus goes there from the button that opened the form.
                setTimeout(() => list.current?.querySelector<HTMLElement>('.unfolds')?.focus());
              }}
              onClose={() => (isAdding.value = false)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

/** More projects than this are counted. */
const NAMED_MAX = 3;

const projectsWords = (ids: readonly string[]): string =>
  ids.length > NAMED_MAX
    ? t('console.webhooks.forProjects', ids.length)
    : t('console.webhooks.forNamed', { names: formatList(ids.map((id) => naming.value.project(id))) });

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null;

type RowContext = {
  failing: ReadonlySet<string>;
  opened: Signal<string | null>;
};

type ReceiverProps = RowContext & {
  receiver: Receiver;
  registered: readonly WebhookSubscription[];
  origin: string | null;
};

const nameOf = ({ url, projectIds }: Receiver): string =>
  [receiverName(URL.parse(url)?.host ?? url, url), projectIds.length > 0 && projectsWords(projectIds)]
    .filter(Boolean)
    .join(', ');

/** A receiver as one line, which unfolds to its events. */
function ReceiverRow(props: ReceiverProps) {
  const { url, projectIds, subscriptions } = props.receiver;
  const open = useSignal(subscriptions.some(({ id }) => id === props.opened.value));
  const events = subscriptions.map(({ event }) => event);
  const names = eventsWords(events);
  const kinds = new Set(events).size;
  const facts = [
    kinds === 1 ? names : t('console.webhooks.eventsNamed', { count: formatNumber(kinds), names }),
    projectIds.length > 0 && projectsWords(projectIds),
  ];
  return (
    <li class="setting">
      <span class="setting-sign">
        <Glyph name="done" />
      </span>
      <Button class="sentence unfolds" opens={open}>
        <strong class="receiver">
          {naming.value.host(URL.parse(url)?.host ?? url)} <AddressPath url={url} />
        </strong>
        <span class="meta lines">{formatFacts(...facts)}</span>
      </Button>
      {open.value && (
        <div class="setting-body">
          <ReceiverBody {...props} />
        </div>
      )}
    </li>
  );
}

/** The events of a receiver, more of them, and its end. The service ends one subscription at a time: each says how that went. */
export function ReceiverBody({ receiver, registered, origin, ...context }: ReceiverProps) {
  const { url, subscriptions } = receiver;
  const isOwner = mayAct('owner');
  const { end, stateOf, isSending } = useEndings((ids) => {
    if (ids.length === subscriptions.length) goToTitle(location.hash);
  });
  const isAdding = useSignal(false);
  const host = naming.value.host(URL.parse(url)?.host ?? url);
  const name = nameOf(receiver);
  const isOne = subscriptions.length === 1;
  return (
    <>
      <ul class="receiver-subscriptions">
        {subscriptions.map((subscription) => (
          <SubscriptionRow
            key={subscription.id}
            {...context}
            subscription={subscription}
            host={host}
            receiver={name}
            isOne={isOne}
            isOwner={isOwner}
            state={stateOf(subscription.id)}
            isHeld={isSending}
            onEnd={() => end([subscription.id])}
          />
        ))}
      </ul>
      {isOwner && (
        <div class="verbs receiver-verbs">
          <OpenButton
            label={verbOf(t('console.webhooks.addEvents'), name)}
            isOpen={isAdding.value}
            onOpen={(is) => (isAdding.value = is)}
          >
            {t('console.webhooks.addEvents')}
          </OpenButton>
          {!isOne && (
            <ConfirmButton
              label={t('console.webhooks.deleteAll')}
              of={name}
              busy={isSending}
              sure={deletionWords(
                subscriptions.map(({ event }) => event),
                host,
              )}
              onSure={() => end(subscriptions.map(({ id }) => id))}
            />
          )}
        </div>
      )}
      {isAdding.value && (
        <NewReceiver
          begin={receiver}
          name={name}
          registered={registered}
          origin={origin}
          onAdded={() => (isAdding.value = false)}
          onClose={() => (isAdding.value = false)}
        />
      )}
    </>
  );
}

/** One event of a receiver: what the service lists of it, its deliveries, and its end alone. */
function SubscriptionRow({
  subscription: { id, event, features, headers },
  host,
  receiver,
  isOne,
  isOwner,
  failing,
  opened,
  state,
  isHeld,
  onEnd,
}: RowContext & {
  isOwner: boolean;
  subscription: WebhookSubscription;
  host: string;
  /** Its name. */
  receiver: string;
  /** Whether it is the receiver's only one, which is deleted with it. */
  isOne: boolean;
  state: ChangeState;
  isHeld: boolean;
  onEnd: () => void;
}) {
  const isFailing = failing.has(id);
  const shown = useSignal(!isFailing && (isOne || opened.value === id));
  const named = features && features.length > 0 ? formatList(features.map(featureName)) : null;
  const sends =
    headers && Object.keys(headers).length > 0
      ? t('console.webhooks.headers', { names: formatList(Object.keys(headers)) })
      : null;
  const name = [receiver, eventKindWords(event), named].filter(Boolean).join(', ');
  const verb = t(shown.value ? 'console.webhooks.foldDeliveries' : 'console.webhooks.deliveries');
  return (
    <li class="line">
      <div>
        {!isOne && isFailing && <Glyph name="warning" />}
        {!isOne && eventKindWords(event)}
        <div class="verbs meta">
          <span>{formatFacts(event, named, sends)}</span>
          <span class="verbs">
            {t('console.webhooks.id', { id })}
            <CopyButton text={id} />
          </span>
        </div>
      </div>
      <span class="verbs">
        <ChangeStatus state={state} kept={t('console.data.section.deleted')} />
        {isFailing ? (
          <Button
            aria-label={verbOf(t('verb.seeDeliveries'), name)}
            onClick={() => {
              opened.value = id;
              showDeliveries(id);
            }}
          >
            {t('verb.seeDeliveries')}
          </Button>
        ) : (
          <Button aria-label={verbOf(verb, name)} opens={shown}>
            {verb}
          </Button>
        )}
        {isOwner && (
          <ConfirmButton
            label={t(isOne ? 'console.delete' : 'verb.remove')}
            of={name}
            busy={isHeld}
            sure={deletionWords([event], host)}
            onSure={onEnd}
          />
        )}
      </span>
      {shown.value && !isFailing && <Deliveries webhookId={id} of={name} />}
    </li>
  );
}
