import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/**
 * Deliveries of one subscription that failed for one cause since the last success (service reference, Webhook
 * delivery). Removed as soon as a newer delivery of the subscription succeeds.
 */
export const deliveryFailureGroup = z.object({
  webhookId: z.string(),
  event: z.string(),
  /** Host of the subscription's address; the path and any credentials in it never leave the edge. */
  host: z.string(),
  /** Whether the edge created the subscription for itself. */
  ours: z.boolean(),
  httpStatus: z.nullable(z.number()),
  /** The service's words for the newest failure, at most 200 characters; null when only the status is known. */
  error: z.nullable(z.string()),
  count: z.number(),
  firstAt: instantMs,
  lastAt: instantMs,
  lastProjectId: z.nullable(z.string()),
  /** Whether the service has given up on the newest one (`failed`) or will retry it (`pending`). */
  givenUp: z.boolean(),
});
export type DeliveryFailureGroup = z.infer<typeof deliveryFailureGroup>;

/**
 * The groups that failed last; `total` counts all of them, null while some subscriptions were never read; absent from
 * older edges.
 */
export const deliveryFailures = z.object({
  total: z.optional(z.nullable(z.number())),
  groups: z.array(deliveryFailureGroup),
});

/** Most groups that the edge reports. */
export const DELIVERY_GROUPS_MAX = 50;

/**
 * Grouping key of a subscription's failures, in the edge and in the attention model: the status, or without one the
 * service's words without numbers, which change with each retry.
 */
export function causeOf({ httpStatus, error }: Pick<DeliveryFailureGroup, 'httpStatus' | 'error'>): string {
  if (httpStatus !== null) return String(httpStatus);
  return (error ?? 'unknown').toLowerCase().replace(/\d+/g, '#').slice(0, 60);
}
