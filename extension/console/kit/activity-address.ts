import { viewAddress } from '../parts/routes.ts';

/** What Activity can be narrowed to, in the order of its address. */
const PARTS = ['project', 'event', 'search', 'only', 'from', 'day'] as const;

/**
 * Filters of the list; empty: none. `event`: a kind of entry, or the name of an event. `only`: `trouble`.
 * `from`, `day`: the first and the last day.
 */
export type ActivityFilters = Record<(typeof PARTS)[number], string>;

export const UNFILTERED: ActivityFilters = {
  project: '',
  event: '',
  search: '',
  only: '',
  from: '',
  day: '',
};

export const activityAddress = (filters: Partial<ActivityFilters>, open: string | null = null): string =>
  viewAddress(
    'activity',
    ...PARTS.flatMap((part) => (filters[part] ? [part, filters[part]] : [])),
    ...(open === null ? [] : [open]),
  );

/** @param rest the address within Activity; what is in no filter is the open event */
export function activityFilters(rest: readonly string[]): { filters: ActivityFilters; open: string | null } {
  const filters = { ...UNFILTERED };
  let open: string | null = null;
  for (let at = 0; at < rest.length; at += 1) {
    const part = PARTS.find((name) => name === rest[at]);
    if (part === undefined) open = rest[at] ?? null;
    else filters[part] = rest[++at] ?? '';
  }
  return { filters, open };
}
