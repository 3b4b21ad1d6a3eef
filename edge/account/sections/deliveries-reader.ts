import type { ServiceFailure } from '../../../shared/service/failures.ts';
import type { WebhookSubscription } from '../../../shared/service/webhooks.ts';
import type { DeliveryFailureGroup } from '../../../shared/snapshot/delivery-failures.ts';
import { type InstantMs, MINUTE_MS } from '../../../shared/time.ts';
import { failureGroups } from './delivery-groups.ts';
import { mapLimited } from './map-limited.ts';
import type { SectionData, SectionReader } from './reader.ts';

/** When each subscription was asked for its deliveries, and what of them fails. */
export type DeliveriesMemory = Record<string, { askedAt: InstantMs; groups: DeliveryFailureGroup[] }>;

const PAGE = '50';
const WIDTH = 4;
/** Subscriptions asked per read, once every one was asked: failing ones first, then the ones not asked for longest. */
const ASKED_PER_READ = 8;
const FIRST_TIME_MAX = 60;
const GROUPS_MAX = 50;

/** @param isOurs tells by its address whether a subscription is the edge's own */
export function deliveriesReader(
  isOurs: (url: string) => boolean,
): SectionReader<SectionData<'deliveries'>, DeliveriesMemory> {
  return {
    paceMs: () => MINUTE_MS,
    read: async (ask, before, now) => {
      const asked = await ask('listWebhooks');
      if (!asked.ok) return asked;
      const subscriptions = asked.data.webhooks;
      const memory: DeliveriesMemory = {};
      for (const { id } of subscriptions) {
        const known = before?.[id];
        if (known) memory[id] = known;
      }
      let partly: ServiceFailure | null = null;
      await mapLimited(chosen(subscriptions, memory), WIDTH, async (subscription) => {
        const page = await ask('listDeliveries', {
          parameters: { webhookId: subscription.id },
          query: { limit: PAGE },
        });
        if (page.ok) {
          const groups = failureGroups(subscription, isOurs(subscription.url), page.data.deliveries, now);
          memory[subscription.id] = { askedAt: now, groups };
        } else if (page.failure.kind !== 'not-found' && page.failure.kind !== 'not-available')
          partly = page.failure;
      });
      const groups = Object.values(memory)
        .flatMap((known) => known.groups)
        .sort((one, other) => other.lastAt - one.lastAt)
        .slice(0, GROUPS_MAX);
      return { ok: true, data: { groups }, memory, partly };
    },
  };
}

function chosen(
  subscriptions: readonly WebhookSubscription[],
  memory: DeliveriesMemory,
): WebhookSubscription[] {
  const never = subscriptions.filter(({ id }) => memory[id] === undefined).slice(0, FIRST_TIME_MAX);
  const urgency = ({ id }: WebhookSubscription) => (memory[id]?.groups.length ? 0 : 1);
  const again = subscriptions
    .filter(({ id }) => memory[id] !== undefined)
    .sort(
      (one, other) =>
        urgency(one) - urgency(other) || (memory[one.id]?.askedAt ?? 0) - (memory[other.id]?.askedAt ?? 0),
    )
    .slice(0, Math.max(0, ASKED_PER_READ - never.length));
  return [...never, ...again];
}
