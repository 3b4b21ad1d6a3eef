import type { Delivery } from './subscriptions/webhook-service.ts';

/** What a look at a subscription's deliveries, newest first, tells. */
export type DeliveriesRead = {
  /** Those of which an attempt has ended: if we don't know their event, we missed it. */
  ended: Delivery[];
  /** The newest number up to which all have ended: the next look need not go below it. */
  settledTo: number;
  /** In words, what is wrong with the newest that ended; null when it arrived. */
  problem: string | null;
};

/**
 * Reads a subscription's deliveries (service reference, Webhook delivery). One whose first attempt is still under way is
 * left out: it may be arriving this moment.
 * @param settledTo result of the look before
 */
export function readDeliveries(deliveries: readonly Delivery[], settledTo: number): DeliveriesRead {
  const newer = deliveries.filter((d) => d.id > settledTo).sort((a, b) => a.id - b.id);
  const ended = newer.filter(hasEnded);
  const open = newer.find((d) => !hasEnded(d));
  const upTo = open ? ended.filter((d) => d.id < open.id) : ended;
  const newest = [...deliveries].sort((a, b) => b.id - a.id).find(hasEnded);
  return {
    ended,
    settledTo: upTo.at(-1)?.id ?? settledTo,
    problem: newest && newest.status !== 'delivered' ? problemOf(newest) : null,
  };
}

function hasEnded(delivery: Delivery): boolean {
  return delivery.status !== 'pending' || delivery.attempts > 0;
}

const ERROR_CHARS = 120;

function problemOf({ status, attempts, httpStatus, error }: Delivery): string {
  const cause = httpStatus !== null ? `status ${httpStatus}` : (error ?? 'no answer').slice(0, ERROR_CHARS);
  const tried = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  return status === 'failed'
    ? `The service could not deliver to this edge and gave up after ${tried}: ${cause}.`
    : `The service could not deliver to this edge yet, after ${tried}: ${cause}.`;
}
