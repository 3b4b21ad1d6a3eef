import type { InstantMs } from './time.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** "9 Dec": the one form of a day, in views and alerts. Days are the service's, UTC, wherever it is read. */
export function dayFormat(locale: string): Intl.DateTimeFormat {
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  formats.set(locale, made);
  return made;
}

/** Days on which something is expected, by their beginnings. `to` null: perhaps later than is foreseen. */
export type ExpectedDays = {
  at: InstantMs;
  from: InstantMs;
  to: InstantMs | null;
};

/** Expected days in words. A range says itself that it is not exact: only a single day is "about". */
export const expectedDays = (
  { at, from, to }: ExpectedDays,
  format: Intl.DateTimeFormat,
  say: (name: 'item.aboutDay' | 'item.dayOrLater', values: { day: string }) => string,
): string =>
  from === to
    ? say('item.aboutDay', { day: format.format(at) })
    : to === null
      ? say('item.dayOrLater', { day: format.format(from) })
      : format.formatRange(from, to);
