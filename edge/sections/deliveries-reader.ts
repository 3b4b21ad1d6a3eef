import type { WebhookDelivery, WebhookSubscription } from '../../shared/builder-api/webhooks.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import {
  causeOf,
  DELIVERY_GROUPS_MAX,
  type DeliveryFailureGroup,
} from '../../shared/snapshot/webhook-health.ts';
import { type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../shared/time.ts';
import { mapLimited } from '../object/concurrency.ts';
import type { SectionData, SectionReader } from './reader.ts';

/** When each subscription's deliveries were last read, and which of them fail. */
export interface DeliveriesMemory {
  asked: Record<string, { askedAt: InstantMs; groups: DeliveryFailureGroup[] }>;
  /** Whether every subscription was read at least once. */
  finished: boolean;
}

const PAGE = '50';
const WIDTH = 4;
/**
 * Subscriptions read at a time: new ones first, then failing ones, then the least recently read. Keeps a read within
 * the calls that the free plan allows at once.
 */
const ASKED_PER_READ = 10;
const FAILING_PER_READ = 5;
/** Pace while some subscriptions were never read. */
const UNFINISHED_PACE_MS = 2 * SECOND_MS;

/** @param isOurs whether a subscription's address is the edge's */
export function deliveriesReader(
  isOurs: (url: string) => boolean,
): SectionReader<SectionData<'deliveries'>, DeliveriesMemory> {
  return {
    paceMs: (memory) => (memory?.finished === false ? UNFINISHED_PACE_MS : MINUTE_MS),
    read: async (call, before, now) => {
      const result = await call('listWebhooks');
      if (!result.ok) return result;
      const subscriptions = result.data.webhooks;
      const memory: DeliveriesMemory['asked'] = {};
      for (const { id } of subscriptions) {
        const known = before?.asked[id];
        if (known) memory[id] = known;
      }
      let partly: ServiceFailure | null = null;
      await mapLimited(chosen(subscriptions, memory), WIDTH, async (subscription) => {
        const page = await call('listDeliveries', {
          parameters: { webhookId: subscription.id },
          query: { limit: PAGE },
        });
        if (page.ok) {
          const groups = failureGroups(subscription, isOurs(subscription.url), page.data.deliveries, now);
          memory[subscription.id] = { askedAt: now, groups };
        } else if (page.failure.kind === 'not-found' || page.failure.kind === 'not-available')
          memory[subscription.id] = { askedAt: now, groups: [] };
        else partly = page.failure;
      });
      const all = Object.values(memory)
        .flatMap((known) => known.groups)
        .sort((one, other) => other.lastAt - one.lastAt);
      const isWhole = subscriptions.every(({ id }) => memory[id] !== undefined);
      const data = { total: isWhole ? all.length : null, groups: all.slice(0, DELIVERY_GROUPS_MAX) };
      return { ok: true, data, memory: { asked: memory, finished: partly !== null || isWhole }, partly };
    },
  };
}

function chosen(
  subscriptions: readonly WebhookSubscription[],
  memory: DeliveriesMemory['asked'],
): WebhookSubscription[] {
  const never = subscriptions.filter(({ id }) => memory[id] === undefined);
  const longestAgo = subscriptions
    .filter(({ id }) => memory[id] !== undefined)
    .toSorted((one, other) => (memory[one.id]?.askedAt ?? 0) - (memory[other.id]?.askedAt ?? 0));
  const failing = longestAgo.filter(({ id }) => memory[id]?.groups.length).slice(0, FAILING_PER_READ);
  return [...new Set([...never, ...failing, ...longestAgo])].slice(0, ASKED_PER_READ);
}

const ERROR_TEXT_MAX = 200;

/**
 * Groups a subscription's deliveries, newest first, by cause of failure, up to the last success: earlier failures are
 * over (service reference, Webhook delivery). A pending delivery counts once an attempt has failed.
 */
export function failureGroups(
  subscription: Pick<WebhookSubscription, 'id' | 'event' | 'url'>,
  ours: boolean,
  deliveries: readonly WebhookDelivery[],
  now: InstantMs,
): DeliveryFailureGroup[] {
  const groups = new Map<string, DeliveryFailureGroup>();
  for (const delivery of deliveries) {
    if (delivery.status === 'delivered') break;
    const httpStatus = delivery.httpStatus ?? null;
    const error = delivery.error ? delivery.error.slice(0, ERROR_TEXT_MAX) : null;
    if (delivery.status !== 'failed' && httpStatus === null && error === null) continue;
    const at = parseInstant(delivery.updatedAt) ?? parseInstant(delivery.at) ?? now;
    const cause = causeOf({ httpStatus, error });
    const group = groups.get(cause);
    if (group) {
      group.count++;
      group.firstAt = Math.min(group.firstAt, at);
      group.lastAt = Math.max(group.lastAt, at);
    } else
      groups.set(cause, {
        webhookId: subscription.id,
        event: subscription.event,
        host: URL.parse(subscription.url)?.host ?? '',
        ours,
        httpStatus,
        error,
        count: 1,
        firstAt: at,
        lastAt: at,
        lastProjectId: delivery.projectId ?? null,
        givenUp: delivery.status === 'failed',
      });
  }
  return [...groups.values()];
}
