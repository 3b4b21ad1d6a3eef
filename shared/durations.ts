import { DAY_MS, MINUTE_MS, SECOND_MS } from './time.ts';

export type TimeUnit = 'second' | 'minute' | 'hour' | 'day';

const formats = new Map<string, Intl.NumberFormat>();

/** "14 min": an amount of a unit, in its short form. */
export function unitFormat(locale: string, unit: TimeUnit): Intl.NumberFormat {
  const name = `${locale} ${unit}`;
  const known = formats.get(name);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
  formats.set(name, made);
  return made;
}

/** "14 min", "1 hr 5 min", "40 sec": the one form of a duration, in views and alerts. */
export function durationWords(ms: number, locale: string): string {
  const unit = (amount: number, name: TimeUnit) => unitFormat(locale, name).format(amount);
  if (ms < MINUTE_MS) return unit(Math.max(0, Math.floor(ms / SECOND_MS)), 'second');
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return unit(minutes, 'minute');
  if (ms >= 2 * DAY_MS) return unit(Math.floor(ms / DAY_MS), 'day');
  const rest = minutes % 60;
  const hours = unit(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? hours : `${hours} ${unit(rest, 'minute')}`;
}
