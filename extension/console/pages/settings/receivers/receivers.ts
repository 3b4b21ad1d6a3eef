import type { WebhookSubscription } from '../../../../../shared/builder-api/webhooks.ts';
import { causeOf } from '../../../../../shared/snapshot/failure-groups.ts';
import type { DeliveryFailureGroup } from '../../../../../shared/snapshot/webhook-health.ts';

/** An address to which deliveries fail, for whichever event. */
export type FailingReceiver = {
  key: string;
  host: string;
  /** Null where the list of subscriptions was not read. */
  url: string | null;
  ours: boolean;
  /** The subscriptions that fail, the one that failed last first. */
  subscriptions: readonly { id: string; event: string }[];
  /** One for each cause, whatever the event, the newest first; empty once none of it fails any more. */
  causes: readonly DeliveryFailureGroup[];
};

/** Failures of a subscription as its list of deliveries shows them. `readAt`: by the edge's clock. */
export type FailuresRead = { readAt: number; groups: readonly DeliveryFailureGroup[] };

/**
 * Groups what fails by address; the edge's own addresses are one receiver.
 * @param groups by subscription and cause, the one that failed last first
 * @param readAt when these were read
 * @param listed all subscriptions; null = not read: then receivers with one host are taken for one
 * @param read failures from opened lists of deliveries, which replace the edge's where they are newer
 */
export function failingReceivers(
  groups: readonly DeliveryFailureGroup[],
  readAt: number,
  listed: { webhooks: readonly WebhookSubscription[]; readAt: number } | null,
  read: ReadonlyMap<string, FailuresRead>,
): FailingReceiver[] {
  const urls = new Map(listed?.webhooks.map(({ id, url }) => [id, url]));
  const urlOf = (id: string) => urls.get(id) ?? null;
  // What was deleted since fails no more.
  const isGone = (id: string) => listed !== null && listed.readAt > readAt && !urls.has(id);
  const left = groups.filter(({ webhookId }) => !isGone(webhookId));
  const receivers = Map.groupBy(left, ({ ours, webhookId, host }) =>
    ours ? 'ours' : (urlOf(webhookId) ?? `host ${host}`),
  );
  return [...receivers.values()].map(([first, ...others]) => {
    const newest = first as DeliveryFailureGroup;
    const events = new Map([newest, ...others].map(({ webhookId, event }) => [webhookId, event]));
    const now = [...events.keys()].flatMap((id) => {
      const list = read.get(id);
      return list && list.readAt > readAt ? list.groups : groups.filter(({ webhookId }) => webhookId === id);
    });
    return {
      // Also before the addresses are read: its row has the focus meanwhile.
      key: [...events.keys()].toSorted()[0] ?? '',
      host: newest.host,
      url: newest.ours ? null : urlOf(newest.webhookId),
      ours: newest.ours,
      subscriptions: [...events].map(([id, event]) => ({ id, event })),
      causes: [...Map.groupBy(now, causeOf).values()]
        .map(asOne)
        .toSorted((one, other) => other.lastAt - one.lastAt),
    };
  });
}

/** Failures of several subscriptions for one cause, in the words of the newest. */
function asOne(groups: readonly DeliveryFailureGroup[]): DeliveryFailureGroup {
  const newest = groups.reduce((one, other) => (other.lastAt > one.lastAt ? other : one));
  return {
    ...newest,
    count: groups.reduce((sum, { count }) => sum + count, 0),
    firstAt: Math.min(...groups.map(({ firstAt }) => firstAt)),
  };
}
