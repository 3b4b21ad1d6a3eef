import type { WebhookSubscription } from '../../shared/builder-api/webhooks.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import { failureGroups } from '../../shared/snapshot/failure-groups.ts';
import { DELIVERY_GROUPS_MAX, type DeliveryFailureGroup } from '../../shared/snapshot/webhook-health.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
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
 * Subscriptions per read: new ones first, then failing ones, then the least recently read. Keeps a read
 * within the calls that the free plan allows at once.
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
          const { id: webhookId, event, url } = subscription;
          const of = { webhookId, event, host: URL.parse(url)?.host ?? '', ours: isOurs(url) };
          const groups = failureGroups(of, page.data.deliveries, now);
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
