import * as z from 'zod/mini';
import { listOf, openNumber, openText } from './open.ts';

/**
 * Service reference, Webhook subscription. Values of `headers` may be the receiver's credentials and never
 * leave the edge, which puts null in their place. Headers of another shape become null, so that no foreign
 * subscription makes the list unreadable.
 */
export const webhookSubscription = z.looseObject({
  id: z.string(),
  url: z.string(),
  event: z.string(),
  headers: z.catch(z.nullish(z.record(z.string(), z.unknown())), null),
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

/** Events that the service can send to a webhook (service reference, Events). Unknown ones are kept too. */
export const SERVICE_EVENTS = [
  'agent.prompt.finished',
  'deployment.finished',
  'project.credit_limit.reached',
  'project.feature_limit.warning',
  'project.feature_limit.reached',
  'project.feature.disabled',
  'project.feature.enabled',
  'project.paused',
  'project.resumed',
  'project.lifecycle.state_changed',
  'project.kill_switch.fired',
  'project.credits.exhausted',
  'project.mobile_build.finished',
  'project.preview.url_rotated',
  'project.payments.disconnected',
  'cron.job.paused',
  'cron.job.failing',
] as const;
export type ServiceEvent = (typeof SERVICE_EVENTS)[number];
export const isServiceEvent = (name: string): name is ServiceEvent =>
  SERVICE_EVENTS.some((event) => event === name);

/** The only events that take a filter by feature. */
export function takesFeatureFilter(event: string): boolean {
  return event.startsWith('project.feature');
}
