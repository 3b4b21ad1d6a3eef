import { useEffect, useRef } from 'preact/hooks';
import {
  SERVICE_EVENTS,
  takesFeatureFilter,
  type WebhookSubscription,
} from '../../../../../shared/builder-api/webhooks.ts';
import { formatList, formatNumber } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import type { ChangeState } from '../../../../reads/change.ts';
import { refreshUnder } from '../../../../reads/resource.ts';
import { Button, type Off } from '../../../../ui/button.tsx';
import { verbOf } from '../../../../ui/confirm.tsx';
import { Checkbox } from '../../../../ui/form.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { naming } from '../../../../ui/page-state.ts';
import { eventKindWords } from '../../../kit/event-kind.ts';
import { Discard, DraftTrouble, useFormDraft } from '../../../parts/form-draft.tsx';
import { HttpsField, isHttps } from '../../../parts/https-field.tsx';
import { ChangeStatus } from '../../../parts/part.tsx';
import { FeatureFilter, ProjectFilter } from './receiver-filters.tsx';
import type { Receiver } from './receivers.ts';
import { useOneByOne, WEBHOOKS_PATH } from './use-endings.ts';

const EMPTY = { url: '', events: '[]', projectIds: '[]', features: '[]' };

/**
 * Subscribes an address of the user's own to events, of all projects or some (service reference, Webhooks). The service takes one
 * event at a time: each is sent after the other, and says how it went; what failed stays chosen.
 * @param registered what there is already: an event is sent to one address for the same projects and features
 * @param origin of this edge's address, which is called the edge here @param onAdded called once all that was chosen is added
 */
export function NewReceiver({
  registered,
  origin,
  begin = null,
  name,
  onAdded,
  onClose,
}: {
  registered: readonly WebhookSubscription[];
  origin: string | null;
  /** The receiver that gets more events, and its name; null: a new one. */
  begin?: Pick<Receiver, 'key' | 'url' | 'projectIds'> | null;
  name?: string;
  onAdded: () => void;
  onClose: () => void;
}) {
  const initial = begin ? { ...EMPTY, url: begin.url, projectIds: JSON.stringify(begin.projectIds) } : EMPTY;
  const form = useFormDraft(begin ? `new receiver ${begin.key}` : 'new receiver', initial);
  const { url } = form.fields.value;
  const projectIds: string[] = JSON.parse(form.fields.value.projectIds);
  const features: string[] = JSON.parse(form.fields.value.features);
  const ticked: string[] = JSON.parse(form.fields.value.events);
  const { send, stateOf, isSending } = useOneByOne();
  const address = url.trim();
  const choiceOf = (event: string): Choice => ({
    event,
    projectIds,
    features: takesFeatureFilter(event) ? features : [],
  });
  const takenBy = (event: string) => registered.find((one) => isForSame(one, choiceOf(event)));
  const takers = new Map(
    SERVICE_EVENTS.flatMap((event) => {
      const one = stateOf(event).kind === 'kept' ? undefined : takenBy(event);
      if (!one) return [];
      const to = URL.parse(one.url);
      const isEdge = to !== null && to.origin === origin;
      return [[event, isEdge ? t('console.webhooks.your') : naming.value.host(to?.host ?? one.url)]];
    }),
  );
  const [taker, ...others] = new Set(takers.values());
  /** What goes to the same receiver is said once. */
  const isSaidOnce = takers.size > 1 && others.length === 0;
  const free = SERVICE_EVENTS.filter((event) => !takenBy(event));
  const areAllTaken = takers.size === SERVICE_EVENTS.length;
  const chosen = free.filter((event) => ticked.includes(event));
  const off: Off =
    ((!isHttps(address) || chosen.length === 0) && t('console.incomplete')) ||
    (isSending && t('console.sending'));
  const missing = [
    ...(address === '' ? [t('console.webhooks.address')] : []),
    ...(chosen.length === 0 && free.length > 0 ? [t('console.webhooks.events')] : []),
  ];
  const tick = (events: readonly string[]) => form.edit({ events: JSON.stringify(events) });
  const whole = useRef<HTMLFormElement>(null);
  const addressField = useRef<HTMLInputElement>(null);
  // Afterwards: what it stands in may just be unfolding.
  useEffect(() => {
    const first =
      addressField.current ?? whole.current?.querySelector<HTMLElement>('input:not(:disabled), select');
    first?.focus({ preventScroll: true });
    whole.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const register = async () => {
    let left: readonly string[] = ticked;
    for (const event of chosen) {
      const { projectIds: ids, features: names } = choiceOf(event);
      const body = {
        ...{ url: address, event },
        ...(ids?.length && { projectIds: ids }),
        ...(names?.length && { features: names }),
      };
      if (!(await send(event, { method: 'PUT', path: WEBHOOKS_PATH, body }))) continue;
      left = left.filter((one) => one !== event);
      tick(left);
    }
    await refreshUnder(WEBHOOKS_PATH);
    if (left.length > 0) return;
    form.reset(initial);
    onAdded();
  };
  return (
    <form
      class="new-receiver"
      ref={whole}
      aria-label={
        name === undefined ? t('console.webhooks.add') : verbOf(t('console.webhooks.addEvents'), name)
      }
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Escape') return;
        pressed.preventDefault();
        onClose();
      }}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (!off) void register();
      }}
    >
      {begin === null && (
        <HttpsField at={addressField} value={url} onText={(text) => form.edit({ url: text })} />
      )}
      <div role="status">
        {areAllTaken && (
          <p class="taken-events">
            <Glyph name="note" />
            <span>
              {t('console.webhooks.allTaken', {
                count: formatNumber(takers.size),
                hosts: formatList([...new Set(takers.values())]),
              })}
            </span>
          </p>
        )}
      </div>
      <ProjectFilter
        all={t(areAllTaken ? 'console.webhooks.chooseProjects' : 'fact.allProjects')}
        chosen={projectIds}
        onChoose={(ids) => form.edit({ projectIds: JSON.stringify(ids) })}
      />
      {!areAllTaken && (
        <fieldset class="receiver-events" aria-label={t('console.webhooks.events')}>
          <legend class="meta">{t('console.webhooks.events')}</legend>
          <p class="meta" role="status">
            {isSaidOnce &&
              t('console.webhooks.takenTogether', { count: formatNumber(takers.size), host: taker ?? '' })}
          </p>
          {SERVICE_EVENTS.map((event) => (
            <EventChoice
              key={event}
              event={event}
              isTicked={ticked.includes(event)}
              isTaken={takers.has(event)}
              taker={isSaidOnce ? undefined : takers.get(event)}
              state={stateOf(event)}
              onTick={(is) => tick(is ? [...ticked, event] : ticked.filter((one) => one !== event))}
            />
          ))}
        </fieldset>
      )}
      {(features.length > 0 || (!areAllTaken && [...ticked, ...takers.keys()].some(takesFeatureFilter))) && (
        <FeatureFilter
          chosen={features}
          onChoose={(names) => form.edit({ features: JSON.stringify(names) })}
        />
      )}
      <div class="verbs">
        <Button type="submit" primary off={off}>
          {chosen.length === 0
            ? t('console.webhooks.register')
            : t('console.webhooks.registerEvents', chosen.length)}
        </Button>
        {free.length > chosen.length && (
          <Button busy={isSending} onClick={() => tick(free)}>
            {t('console.webhooks.tickAll', free.length)}
          </Button>
        )}
        <Discard of={form} />
        <span class="meta" role="status">
          {missing.length > 0 && !isSending && t('console.alerts.missing', { parts: missing.join(' · ') })}
        </span>
        <Button quiet onClick={onClose}>
          {t('verb.close')}
        </Button>
      </div>
      <DraftTrouble of={form} />
    </form>
  );
}

/** One event, to whom it goes already for this choice, and how sending it went. */
function EventChoice({
  event,
  isTicked,
  isTaken,
  taker,
  state,
  onTick,
}: {
  event: string;
  isTicked: boolean;
  isTaken: boolean;
  /** The host to which it goes, where that is to be said here. */
  taker: string | undefined;
  state: ChangeState;
  onTick: (isTicked: boolean) => void;
}) {
  return (
    <div>
      <Checkbox
        class="check"
        label={
          <span title={event}>
            {eventKindWords(event)}
            {taker && <span class="meta"> {t('console.webhooks.taken', { host: taker })}</span>}
          </span>
        }
        checked={isTicked}
        disabled={isTaken && !isTicked}
        onChange={onTick}
      />
      <ChangeStatus state={state} kept={t('console.kept')} />
    </div>
  );
}

type Choice = Pick<WebhookSubscription, 'event' | 'projectIds' | 'features'>;

const isForSame = (one: Choice, other: Choice): boolean =>
  one.event === other.event &&
  isSameSet(one.projectIds, other.projectIds) &&
  isSameSet(one.features, other.features);

/** An empty filter filters nothing, as does none. */
const isSameSet = (one: Choice['features'], other: Choice['features']): boolean =>
  String([...new Set(one)].toSorted()) === String([...new Set(other)].toSorted());
