import type { WebhookDelivery } from '../../../shared/builder-api/webhooks.ts';
import { type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../../shared/time.ts';

/** Delays of the service's retries (service reference, Events, Delivery); then it gives up. */
const TRIED_AGAIN_AFTER_MS = [30 * SECOND_MS, 2 * MINUTE_MS];

/** When the service retries a delivery; `due` when that is past, null when it does not, or that is unknown. */
export function nextTryAt(
  { status, attempts, updatedAt }: Pick<WebhookDelivery, 'status' | 'attempts' | 'updatedAt'>,
  now: InstantMs,
): InstantMs | 'due' | null {
  const waitMs = TRIED_AGAIN_AFTER_MS[attempts - 1];
  const triedAt = parseInstant(updatedAt ?? null);
  if (status !== 'pending' || waitMs === undefined || triedAt === null) return null;
  return triedAt + waitMs > now ? triedAt + waitMs : 'due';
}
