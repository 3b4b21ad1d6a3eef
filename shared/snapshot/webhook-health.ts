import * as z from 'zod/mini';
import { instantMs } from '../time-schema.ts';

export const SUBSCRIPTION_STATES = [
  /** Registered, for all projects. */
  'active',
  /** Registered with project filters, because the unfiltered subscription belongs to somebody else. */
  'filtered',
  /** This account or host can't register the event. */
  'unavailable',
  /** Not registered yet, or lost; the next sync registers it. */
  'missing',
  /** The service refused or failed; `problem` holds the details. */
  'failing',
] as const;

export const eventSubscription = z.object({
  event: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  lastReceivedAt: z.nullable(instantMs),
  problem: z.nullable(z.string()),
  /** It fails only in that its deliveries do not arrive, which is told by delivery. */
  isUndelivered: z.optional(z.boolean()),
});
export type EventSubscription = z.infer<typeof eventSubscription>;

export const REJECTION_REASONS = [
  'bad-signature',
  /** Signed with an expired secret of ours. */
  'former-secret',
  'stale',
  'ahead',
  'malformed',
  /** The body names another event than the address. */
  'other-event',
  'too-large',
  /** More than is kept a day of what a project's own app signs. */
  'too-much',
  'duplicate',
  'unknown-event',
] as const;
export const rejectionReason = z.enum(REJECTION_REASONS);
export type RejectionReason = z.infer<typeof rejectionReason>;

/** An event that never arrived. `seq`: as kept once it was found; null where only the change is visible. */
const missedEvent = z.object({
  seq: z.nullable(z.number()),
  event: z.string(),
  projectId: z.nullable(z.string()),
  at: instantMs,
});

/** Deliveries that were rejected for one reason. */
export const rejection = z.object({
  reason: rejectionReason,
  count: z.number(),
  lastAt: instantMs,
  skewSeconds: z.nullable(z.number()),
  /** The event or project of the address that the newest came to; null if it is not one of ours. */
  about: z.nullable(z.string()),
});

/** How the service's webhooks reach the edge. `ask-only`: without a public address, it can only poll. */
export const subscriptionHealth = z.object({
  mode: z.enum(['push', 'ask-only']),
  syncedAt: z.nullable(instantMs),
  /** Scheme and host of the address that events are sent to; null without one. */
  origin: z.nullable(z.string()),
  subscriptions: z.array(eventSubscription),
  /** Rejections of the last day, without content; `skewSeconds`: sender's clock minus ours, of the newest. */
  rejections: z.array(rejection),
  /** The service reports deliveries that never arrived, or a change is visible that no event reported. */
  silent: z.nullable(
    z.object({
      since: instantMs,
      missed: z.number(),
      /** When it is over at the latest. */
      until: instantMs,
      newest: z.array(missedEvent),
    }),
  ),
});
export type SubscriptionHealth = z.infer<typeof subscriptionHealth>;

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
  /** The service's words for the newest failure, at most 200 characters; null: only the status is known. */
  error: z.nullable(z.string()),
  count: z.number(),
  firstAt: instantMs,
  lastAt: instantMs,
  lastProjectId: z.nullable(z.string()),
  /** Whether the service has given up on the newest one (`failed`) or will retry it (`pending`). */
  givenUp: z.boolean(),
});
export type DeliveryFailureGroup = z.infer<typeof deliveryFailureGroup>;

/** The groups that failed last; `total` counts all of them, null while some subscriptions were never read. */
export const deliveryFailures = z.object({
  total: z.nullable(z.number()),
  groups: z.array(deliveryFailureGroup),
});

/** Most groups that the edge reports. */
export const DELIVERY_GROUPS_MAX = 50;
