import * as z from 'zod/mini';
import { listOf, openNumber, openText } from './open.ts';

/**
 * Service reference, Webhook subscription. `headers` may hold credentials of the receiver and never leaves the edge;
 * it is not parsed, so that no foreign subscription can make our list unreadable.
 */
export const webhookSubscription = z.looseObject({
  id: z.string(),
  url: z.string(),
  event: z.string(),
  headers: z.optional(z.unknown()),
  createdAt: openText,
  updatedAt: openText,
  projectIds: z.nullish(z.array(z.string())),
  features: z.nullish(z.array(z.string())),
});
export type WebhookSubscription = z.infer<typeof webhookSubscription>;

export const webhookList = z.looseObject({ webhooks: listOf(webhookSubscription) });

export const webhookDeleted = z.looseObject({ success: z.boolean() });

/** Contains a secret: for the edge only. */
export const webhookSecret = z.looseObject({ webhookId: openText, secret: z.string() });

/** Service reference, Webhook delivery; `status` is `pending`, `delivered` or `failed`. */
export const webhookDelivery = z.looseObject({
  id: z.number(),
  webhookId: openText,
  event: z.string(),
  eventId: openText,
  projectId: openText,
  feature: openText,
  status: z.string(),
  attempts: z.number(),
  httpStatus: openNumber,
  durationMs: openNumber,
  error: openText,
  at: z.string(),
  updatedAt: openText,
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const deliveryPage = z.looseObject({ deliveries: listOf(webhookDelivery), nextCursor: openNumber });

/** Service reference, Project webhook. */
export const projectWebhook = z.looseObject({
  url: openText,
  enabled: z.boolean(),
  secretPrefix: openText,
});

/** Contains a secret: for the edge only. */
export const rotatedSecret = z.looseObject({ secret: z.string() });
