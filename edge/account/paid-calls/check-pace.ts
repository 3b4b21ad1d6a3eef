import { HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { EFFECT_LATEST_MS } from './effect-time.ts';

const FIRST_CHECKS_MS = [2, 3, 5, 10, 20, 30].map((seconds) => seconds * SECOND_MS);
/** While the effect may still begin: closer together than the shortest work takes, so that none passes unseen in between. */
const WHILE_IT_MAY_BEGIN_MS = 45 * SECOND_MS;
const WHILE_IT_MAY_BEGIN_TO = 22;
const LATER_MS = 2 * MINUTE_MS;
const MUCH_LATER_MS = HOUR_MS;
const MUCH_LATER_FROM = 50;

/** Nothing seen in so many good looks, the last of them when nothing could begin any more: nothing was done. */
export const ABSENT_AFTER_MS = EFFECT_LATEST_MS + MINUTE_MS;
export const ABSENT_AFTER_CHECKS = 3;

/** When to look again after `checks` looks. */
export function nextCheck(checks: number, now: InstantMs): InstantMs {
  const later =
    checks < WHILE_IT_MAY_BEGIN_TO
      ? WHILE_IT_MAY_BEGIN_MS
      : checks < MUCH_LATER_FROM
        ? LATER_MS
        : MUCH_LATER_MS;
  return now + (FIRST_CHECKS_MS[checks] ?? later);
}
