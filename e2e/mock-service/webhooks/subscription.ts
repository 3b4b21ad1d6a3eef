import type { Instant } from '../clock/clock.ts';
import type { EventName } from '../events/event.ts';

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
  told: { event: string; projectId: string | null; feature: string | null },
): boolean {
  if (subscription.event !== told.event) return false;
  const { projectIds, features } = subscription;
  if (projectIds !== undefined && (told.projectId === null || !projectIds.includes(told.projectId)))
    return false;
  return features === undefined || (told.feature !== null && features.includes(told.feature));
}

/** Two subscriptions of an event may exist beside each other when this differs. */
export function filterKey(subscription: Pick<Subscription, 'event' | 'projectIds' | 'features'>): string {
  const sorted = (list: string[] | undefined) => [...new Set(list ?? [])].sort();
  return JSON.stringify([subscription.event, sorted(subscription.projectIds), sorted(subscription.features)]);
}
