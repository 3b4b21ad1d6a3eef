import { iso } from '../clock/calendar.ts';
import type { Delivery, Subscription } from './subscription.ts';

export function listedSubscription(subscription: Subscription) {
  const { id, url, headers, event, createdAt, updatedAt, projectIds, features } = subscription;
  return {
    id,
    url,
    ...(headers && { headers }),
    event,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    ...(projectIds && { projectIds }),
    ...(features && { features }),
  };
}

export function listedDelivery(delivery: Delivery) {
  return { ...delivery, at: iso(delivery.at), updatedAt: iso(delivery.updatedAt) };
}
