import { causeOf } from '../../snapshot/failure-groups.ts';
import type { InstantMs } from '../../time.ts';
import type { Kind } from '../kind.ts';
import { condition, type Rule, seen, wellRead } from '../rule.ts';

/** Deliveries of one subscription fail for one cause. */
export type DeliveryFailures = {
  kind: 'delivery-failures';
  event: string;
  host: string;
  ours: boolean;
  httpStatus: number | null;
  error: string | null;
  count: number;
  firstAt: InstantMs;
  lastAt: InstantMs;
  givenUp: boolean;
};

/** The service reports deliveries or visible changes of which nothing reached the edge. */
export type WebhooksSilent = { kind: 'webhooks-silent'; missed: number };

/** Subscriptions that the service rejects. */
export type SubscriptionsFailing = {
  kind: 'subscriptions-failing';
  events: string[];
  problem: string | null;
};

export const deliveryFailures: Kind<DeliveryFailures> = {
  nature: 'trouble',
  action: 'look',
  values: ({ host }, say) => ({ host: say.host(host) }),
  facts: ({ count, firstAt, lastAt, ...failure }, say) => ({
    isPrivate: true,
    count,
    values: { cause: say.cause(failure), since: say.clock(firstAt), ago: say.ago(lastAt) },
  }),
  whose: ({ host }, say) => say.host(host),
};

/** Deliveries that fail, one item per subscription and cause. Over when a newer delivery succeeds. */
export const deliveryFailuresRule: Rule<DeliveryFailures> = {
  told: { place: 'webhooks', alerts: ['failures', 'webhooks'], by: null, isNameless: false },
  read: (snapshot) => {
    const read = wellRead(snapshot.sections.deliveries);
    if (!read) return null;
    const conditions = read.data.groups.map((group) => {
      const { webhookId, lastProjectId, ...facts } = group;
      const id = `delivery-failures:${webhookId}:${causeOf(group)}`;
      return condition(id, 'warning', lastProjectId, group.firstAt, { kind: 'delivery-failures', ...facts });
    });
    const { groups, total } = read.data;
    const complete = total !== null && groups.length >= total;
    return { readAt: read.readAt, conditions, complete };
  },
  ends: { at: null },
  worse: ({ givenUp }) => Number(givenUp),
};

/** The id of an item about failing deliveries names their subscription second. */
export const webhookIdOf = (itemId: string): string => itemId.split(':')[1] ?? '';

export const webhooksSilent: Kind<WebhooksSilent> = {
  nature: 'trouble',
  action: 'look',
  facts: ({ missed }) => ({ isPrivate: true, count: missed }),
};

/**
 * The service reports deliveries that the edge never received. Over when the edge's sweep finds nothing
 * missing. Computed from the edge's own records per request; the section's age, of the last sync, is older.
 */
export const webhooksSilentRule: Rule<WebhooksSilent> = {
  told: { place: 'webhooks', alerts: ['failures', 'webhooks'], by: null, isNameless: false },
  read: (snapshot) => {
    const read = wellRead(snapshot.sections.subscriptions);
    if (!read) return null;
    const { silent } = read.data;
    const kind = 'webhooks-silent';
    const conditions = silent
      ? [condition(kind, 'warning', null, silent.since, { kind, missed: silent.missed })]
      : [];
    return { readAt: snapshot.at, conditions, complete: true };
  },
  ends: { at: null },
};

export const subscriptionsFailing: Kind<SubscriptionsFailing> = {
  nature: 'trouble',
  action: 'look',
  facts: () => ({ form: null }),
};

/** Subscriptions of ours that the service rejects or loses: one item for all. */
export const subscriptionsFailingRule: Rule<SubscriptionsFailing> = {
  told: { place: 'webhooks', alerts: ['failures', 'webhooks'], by: null, isNameless: false },
  read: (snapshot) => {
    const read = wellRead(snapshot.sections.subscriptions);
    if (!read) return null;
    const failing = read.data.subscriptions.filter(
      ({ state, isUndelivered }) => state === 'failing' && !isUndelivered,
    );
    const [first] = failing;
    const kind = 'subscriptions-failing';
    const events = failing.map(({ event }) => event);
    const conditions = first
      ? [seen(kind, 'warning', null, snapshot.at, { kind, events, problem: first.problem })]
      : [];
    return { readAt: snapshot.at, conditions, complete: true };
  },
  ends: { at: null },
  worse: ({ events }) => events.length,
};
