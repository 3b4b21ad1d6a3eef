import type { Instant } from '../clock/clock.ts';
import type { EventName } from '../world/event.ts';

export interface Subscription {
  id: string;
  url: string;
  headers?: Record<string, string>;
  event: EventName;
  createdAt: Instant;
  updatedAt: Instant;
  projectIds?: string[];
  features?: string[];
  secret: string;
  /** A secret this subscription had once; only a sender fault signs with it. */
  oldSecret: string;
}

/** The service's record of one event for one subscription. */
export interface Delivery {
  id: number;
  webhookId: string;
  event: string;
  eventId: string;
  projectId: string | null;
  feature: string | null;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  httpStatus: number | null;
  durationMs: number | null;
  error: string | null;
  at: Instant;
  updatedAt: Instant;
}

/** Whether `subscription` wants an event about this project and, for feature events, this feature. */
export function wants(
  subscription: Pick<Subscription, 'event' | 'projectIds' | 'features'>,
  notification: { event: string; projectId: string | null; feature: string | null },
): boolean {
  if (subscription.event !== notification.event) return false;
  const { projectIds, features } = subscription;
  if (
    projectIds !== undefined &&
    (notification.projectId === null || !projectIds.includes(notification.projectId))
  )
    return false;
  return features === undefined || (notification.feature !== null && features.includes(notification.feature));
}

/** Two subscriptions of an event may exist beside each other when this differs. */
export function filterKey(subscription: Pick<Subscription, 'event' | 'projectIds' | 'features'>): string {
  const sorted = (list: string[] | undefined) => [...new Set(list ?? [])].sort();
  return JSON.stringify([subscription.event, sorted(subscription.projectIds), sorted(subscription.features)]);
}
