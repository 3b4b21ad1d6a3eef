import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

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
});
export type EventSubscription = z.infer<typeof eventSubscription>;

export const REJECTION_REASONS = [
  'bad-signature',
  'stale',
  'ahead',
  'malformed',
  'too-large',
  'duplicate',
  'unknown-event',
] as const;
export const rejectionReason = z.enum(REJECTION_REASONS);
export type RejectionReason = z.infer<typeof rejectionReason>;

/** How well the service's webhooks reach the edge. `ask-only`: the edge has no public address, so it can only poll. */
export const subscriptionHealth = z.object({
  mode: z.enum(['push', 'ask-only']),
  syncedAt: z.nullable(instantMs),
  /** Scheme and host of the address that events are sent to; null without one, absent from older edges. */
  origin: z.optional(z.nullable(z.string())),
  subscriptions: z.array(eventSubscription),
  /**
   * Rejected deliveries of the last day, without content; `skewSeconds` is the sender's clock minus ours for the
   * newest.
   */
  rejections: z.array(
    z.object({
      reason: rejectionReason,
      count: z.number(),
      lastAt: instantMs,
      skewSeconds: z.nullable(z.number()),
      /** A message that the owner can act on. */
      words: z.string(),
    }),
  ),
  /** The service reports deliveries that never arrived, or a change is visible that no event reported. */
  silent: z.nullable(z.object({ since: instantMs, missed: z.number(), words: z.string() })),
});
export type SubscriptionHealth = z.infer<typeof subscriptionHealth>;
