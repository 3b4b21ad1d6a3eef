import { inCents } from '../../../shared/builder-api/open.ts';
import { creditsOf, type DailySpending } from '../../../shared/spending/spending-days.ts';

/** Ways to split a day's spending. */
export type Parting = 'category' | 'type' | 'project';

/**
 * One kind of spending over all days, largest sum first. `name`: a category, the service's word for a type, or a
 * project's id; '' for what belongs to none; null: all others together.
 */
export type Series = {
  name: string | null;
  credits: number[];
  total: number;
  /**
   * Number of its color and pattern; the others together, and what belongs to none, have quiet ones of their own. One that stands alone
   * is plain, with what nobody can account for framed above it.
   */
  look: number | 'others' | 'none' | 'plain' | 'rest';
};

/** How many colors and patterns can be told apart. */
const LOOKS = 9;
export const SERIES_MAX = LOOKS + 1;

/**
 * @param parts by day, credits by name @param most how many are told apart, all others among them
 * @param days how many of the newest days are shown; looks follow from all, so that they stay when fewer are
 */
export function seriesOf(
  parts: readonly Readonly<Record<string, number>>[],
  most = SERIES_MAX,
  days = parts.length,
): Series[] {
  const names = namesIn(parts);
  const newest = parts.slice(-days);
  const all = names
    .map((name) => {
      const credits = newest.map((part) => part[name] ?? 0);
      return { name, credits, total: sum(credits) };
    })
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total);
  const shown = all.length <= most ? all : all.slice(0, most - 1);
  const looks = looksOf(
    names,
    shown.map(({ name }) => name),
  );
  const apart = shown.map((one) => ({ ...one, look: looks.get(one.name) ?? ('none' as const) }));
  if (shown.length === all.length) return apart;
  const others = all.slice(most - 1);
  const credits = newest.map((_, day) => sum(others.map((one) => one.credits[day] ?? 0)));
  return [...apart, { name: null, credits, total: sum(credits), look: 'others' }];
}

/** Those on which anything was spent, by the first day of that: one that comes later changes nothing of those before it. */
function namesIn(parts: readonly Readonly<Record<string, number>>[]): string[] {
  const names = parts.flatMap((part) =>
    Object.keys(part)
      .filter((name) => (part[name] ?? 0) > 0)
      .toSorted(),
  );
  return [...new Set(names)];
}

/** The kinds are known and look the same everywhere; of the types, prompts take nearly all. */
const OWN_LOOKS: Readonly<Record<string, number>> = { development: 0, infrastructure: 1, prompt: 0 };

/** A look follows from the name, not from the rank, which changes: only of two that would look the same, the later one makes way. */
function looksOf(all: readonly string[], shown: readonly string[]): ReadonlyMap<string, number> {
  const looks = apart(all, (name) => OWN_LOOKS[name] ?? hashOf(name) % LOOKS);
  return apart(
    all.filter((name) => shown.includes(name)),
    (name) => looks.get(name) ?? 0,
  );
}

/** As many as there are looks get different ones, the first their own. */
function apart(names: readonly string[], ownOf: (name: string) => number): Map<string, number> {
  const looks = new Map<string, number>();
  const taken = new Set<number>();
  for (const name of names) {
    if (name === '') continue;
    let look = ownOf(name);
    while (taken.has(look) && taken.size < LOOKS) look = (look + 1) % LOOKS;
    taken.add(look);
    looks.set(name, look);
  }
  return looks;
}

const hashOf = (name: string): number =>
  [...name].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);

export const byCategory = (day: DailySpending[number]) =>
  withRest({ development: day.development, infrastructure: day.infrastructure }, day);

/** Spending that the service assigns to no type is shown separately, so that the parts add up to the day's sum. */
export const byType = (day: DailySpending[number]) => withRest(day.byType ?? {}, day);

/**
 * Spending of no listed project is shown separately. @param daily by project, as far as they were read
 */
export function byProject(
  day: DailySpending[number],
  daily: readonly { projectId: string; daily: DailySpending }[],
) {
  const date = day.date.slice(0, 10);
  const parts = daily.map(({ projectId, daily: own }) => {
    const found = own.find((one) => one.date.slice(0, 10) === date);
    return [projectId, found ? creditsOf(found) : 0] as const;
  });
  return withRest(Object.fromEntries(parts), day);
}

/** Differences of so many credits and less are of rounding. */
export const ROUNDING = 0.05;

/**
 * Parts that add up to the day's sum. What they lack is shown separately; what they have more, because they were read after it, and
 * what rounding makes of them, is taken from the greatest.
 */
function withRest(of: Readonly<Record<string, number>>, day: DailySpending[number]): Record<string, number> {
  const rounded = Object.entries(of).map(([name, credits]) => [name, Math.max(0, inCents(credits))] as const);
  const parts = Object.fromEntries(rounded);
  let rest = inCents(creditsOf(day) - sum(Object.values(parts)));
  if (rest <= ROUNDING)
    for (const [name, credits] of rounded.toSorted((one, other) => other[1] - one[1])) {
      const taken = Math.max(rest, -credits);
      parts[name] = inCents(credits + taken);
      rest = inCents(rest - taken);
    }
  return rest === 0 ? parts : { ...parts, '': rest };
}

export const sum = (values: readonly number[]): number =>
  inCents(values.reduce((all, value) => all + value, 0));
