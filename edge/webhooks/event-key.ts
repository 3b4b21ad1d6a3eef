import { DAY_MS, type InstantMs } from '../../shared/time.ts';

/** Kept events live in KV this long, as deliveries do at the service (service reference, Limits). */
export const KEPT_FOR_MS = 30 * DAY_MS;

export const EVENT_KEY_PREFIX = 'event:';
const TIME_CEILING = 10 ** 14;
const SEQ_CEILING = 10 ** 15;

/**
 * KV key of a kept event. KV lists keys in ascending order only, so time and sequence are counted down from a ceiling:
 * the newest event comes first. Time leads because it still ascends after the object's storage was lost.
 */
export function eventKey(receivedAt: InstantMs, seq: number): string {
  const time = String(TIME_CEILING - receivedAt).padStart(14, '0');
  const order = String(SEQ_CEILING - seq).padStart(15, '0');
  return `${EVENT_KEY_PREFIX}${time}:${order}`;
}
