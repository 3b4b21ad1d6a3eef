import { inCents } from '../../../shared/credits.ts';
import { creditsOf, type DailySpending } from '../../../shared/spending/spending-days.ts';

/** One kind of spending over all days: a category of the service, or the sum of both. */
export type Series = {
  name: 'sum' | 'development' | 'infrastructure';
  credits: number[];
  total: number;
};

/** The parts of each day by category, without those of which nothing was spent, the largest sum first. */
export function seriesOf(parts: readonly Readonly<Record<string, number>>[]): Series[] {
  return (['development', 'infrastructure'] as const)
    .map((name) => {
      const credits = parts.map((part) => part[name] ?? 0);
      return { name, credits, total: sum(credits) };
    })
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => other.total - one.total);
}

/** Parts that add up to the day's sum, as it is rounded. */
export function byCategory(day: DailySpending[number]) {
  const development = inCents(day.development);
  return { development, infrastructure: inCents(inCents(creditsOf(day)) - development) };
}

/** Differences of so many credits and less are of rounding. */
export const ROUNDING = 0.05;

export const sum = (values: readonly number[]): number =>
  inCents(values.reduce((all, value) => all + value, 0));
