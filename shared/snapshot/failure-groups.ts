import type { WebhookDelivery } from '../builder-api/webhooks.ts';
import { type InstantMs, parseInstant } from '../time.ts';
import type { DeliveryFailureGroup } from './webhook-health.ts';

const ERROR_TEXT_MAX = 200;

/**
 * Groups a subscription's deliveries, newest first, by cause of failure, up to the last success: earlier
 * failures are over (service reference, Webhook delivery). A pending one counts once an attempt failed; one
 * to the edge itself only once given up: an edge briefly away gets the next try, and reads what it missed.
 */
export function failureGroups(
  of: Pick<DeliveryFailureGroup, 'webhookId' | 'event' | 'host' | 'ours'>,
  deliveries: readonly WebhookDelivery[],
  now: InstantMs,
): DeliveryFailureGroup[] {
  const groups = new Map<string, DeliveryFailureGroup>();
  const givenUp = new Set<string>();
  for (const delivery of deliveries) {
    if (delivery.status === 'delivered') break;
    const httpStatus = delivery.httpStatus ?? null;
    const error = delivery.error ? delivery.error.slice(0, ERROR_TEXT_MAX) : null;
    if (delivery.status !== 'failed' && httpStatus === null && error === null) continue;
    const at = parseInstant(delivery.updatedAt) ?? parseInstant(delivery.at) ?? now;
    const cause = causeOf({ httpStatus, error });
    const group = groups.get(cause);
    if (delivery.status === 'failed') givenUp.add(cause);
    if (group) {
      group.count++;
      group.firstAt = Math.min(group.firstAt, at);
      group.lastAt = Math.max(group.lastAt, at);
    } else
      groups.set(cause, {
        webhookId: of.webhookId,
        event: of.event,
        host: of.host,
        ours: of.ours,
        httpStatus,
        error,
        count: 1,
        firstAt: at,
        lastAt: at,
        lastProjectId: delivery.projectId ?? null,
        givenUp: delivery.status === 'failed',
      });
  }
  return [...groups.values()].filter((group) => !of.ours || givenUp.has(causeOf(group)));
}

/**
 * Grouping key of a subscription's failures, in the edge and in the attention model: the status, or without
 * one the service's words without numbers, which change with each retry.
 */
export function causeOf({ httpStatus, error }: Pick<DeliveryFailureGroup, 'httpStatus' | 'error'>): string {
  if (httpStatus !== null) return String(httpStatus);
  return (error ?? 'unknown').toLowerCase().replace(/\d+/g, '#').slice(0, 60);
}
