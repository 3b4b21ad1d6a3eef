import { causeOf } from '../../snapshot/webhook-health.ts';
import { condition, type Rule, seen, wellRead } from '../rule.ts';

/** Deliveries that fail, one item per subscription and cause. Over when a newer delivery succeeds. */
export const deliveryFailuresRule: Rule = {
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
};

/**
 * The service reports deliveries that the edge never received. Over when the edge's sweep finds nothing missing. The
 * edge computes this from its own records on every request; the section's age is that of the last sync, which is
 * older.
 */
export const webhooksSilentRule: Rule = {
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
};

/** Subscriptions of ours that the service rejects or loses: one item for all. */
export const subscriptionsFailingRule: Rule = {
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
};
