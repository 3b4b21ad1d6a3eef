import type { DailySpending } from '../../../shared/spending/spending-days.ts';

/** Ways to split a day's spending. */
export const PARTINGS = ['category', 'type', 'project'] as const;
export type Parting = (typeof PARTINGS)[number];

/**
 * One kind of spending over all days, largest sum first. `name`: a category, the service's word for a type, or a
 * project's id; null: all others together.
 */
export type Series = { name: string | null; credits: number[]; total: number };

/** More can't be distinguished by pattern. */
export const SERIES_MAX = 7;

/** @param parts by day, credits by name @param most how many are told apart, all others among them */
export function seriesOf(parts: readonly Readonly<Record<string, number>>[], most = SERIES_MAX): Series[] {
  const names = new Set(parts.flatMap((part) => Object.keys(part)));
  const all = [...names]
    .map((name) => {
      const credits = parts.map((part) => part[name] ?? 0);
      return { name, credits, total: sum(credits) };
    })
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total);
  if (all.length <= most) return all;
  const others = all.slice(most - 1);
  const credits = parts.map((_, day) => sum(others.map((one) => one.credits[day] ?? 0)));
  return [...all.slice(0, most - 1), { name: null, credits, total: sum(credits) }];
}

export const byCategory = ({ development, infrastructure }: DailySpending[number]) => ({
  development,
  infrastructure,
});

/** Spending that the service assigns to no type is shown separately, so that the parts add up to the day's sum. */
export function byType({ development, infrastructure, byType: types }: DailySpending[number]) {
  const named = types ?? {};
  const rest = development + infrastructure - sum(Object.values(named));
  return rest > 0.05 ? { ...named, '': rest } : named;
}

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
