import type { WebhookDelivery, WebhookSubscription } from '../../../shared/builder-api/webhooks.ts';
import { causeOf, type DeliveryFailureGroup } from '../../../shared/snapshot/delivery-failures.ts';
import { type InstantMs, parseInstant } from '../../../shared/time.ts';

const ERROR_TEXT_MAX = 200;

/**
 * Groups a subscription's deliveries, newest first, by cause of failure, up to the last one that arrived: what failed
 * before that is over (service reference, Webhook delivery). A pending one counts once an attempt has failed.
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
