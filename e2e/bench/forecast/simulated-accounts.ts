import { DAY_MS, type InstantMs } from '../../../shared/time.ts';
import type { Random } from '../../random/random.ts';

export const ACCOUNT_KINDS = [
  'steady',
  'bursty',
  'weekend',
  'growing',
  'stopped',
  'new',
  'refilled',
  'one run a month',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** Sixty days of history, and thirty days to evaluate. */
export const HISTORY_DAYS = 60;
export const MONTH_DAYS = 30;
/** A Monday, UTC. */
export const FIRST_DAY: InstantMs = Date.UTC(2026, 8, 7);

const RUN = { low: 10, high: 40 };
/** A new account spent nothing before the last days of its history. */
const NEW_SINCE = HISTORY_DAYS - 2;

/** Credits of each day, from the first day of the history to the last of the month. */
export function simulatedAccount(kind: AccountKind, random: Random): number[] {
  const run = () => RUN.low + random.next() * (RUN.high - RUN.low);
  const stopsOn = HISTORY_DAYS + random.below(10);
  const runOn = random.below(MONTH_DAYS);
  const spentOn = (day: number): number => {
    const weekday = Math.floor((FIRST_DAY + day * DAY_MS) / DAY_MS + 3) % 7;
    switch (kind) {
      case 'steady':
        return run();
      case 'bursty':
        return random.chance(0.2) ? run() + run() + run() : random.chance(0.3) ? run() : 0;
      case 'weekend':
        return weekday >= 5 ? run() + run() : random.chance(0.1) ? run() : 0;
      case 'growing':
        return run() * (0.2 + day / HISTORY_DAYS);
      case 'stopped':
        return day < stopsOn ? run() : 0;
      case 'new':
        return day < NEW_SINCE ? 0 : run() * (random.chance(0.7) ? 1 : 0);
      case 'refilled':
        return day % 10 < 4 ? run() + run() : 0;
      case 'one run a month':
        return day % MONTH_DAYS === runOn ? run() : 0;
    }
  };
  return Array.from({ length: HISTORY_DAYS + MONTH_DAYS }, (_, day) => spentOn(day));
}
