import type { ChannelHours } from '../../shared/edge-api/channels.ts';
import { DAY_MS, type InstantMs, MINUTE_MS } from '../../shared/time.ts';

const DAY_MINUTES = 24 * 60;
const QUARTER_MINUTES = 15;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** A window that the clocks skip opens a week later. */
const AHEAD_MAX_MS = 15 * DAY_MS;

/**
 * The first instant from `at` on at which alerts may come; `at` itself within the hours. Steps from opening
 * to opening, and by quarters of an hour on a day of a clock change, since no zone changes within one.
 */
export function opensAt(hours: ChannelHours | null, at: InstantMs): InstantMs {
  if (hours === null) return at;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: hours.timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const from = hours.from === hours.to ? 0 : minutesOf(hours.from);
  let candidate = at;
  while (candidate < at + AHEAD_MAX_MS) {
    const wall = wallClock(clock, candidate);
    if (isWithin(hours, wall)) return candidate;
    const minute = Math.floor(candidate / MINUTE_MS) * MINUTE_MS;
    const ahead = (from - wall.minute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
    const isUnchanged = wallClock(clock, minute + ahead * MINUTE_MS).minute === from;
    const quarter = QUARTER_MINUTES - ((minute / MINUTE_MS) % QUARTER_MINUTES);
    candidate = minute + (isUnchanged ? ahead : Math.min(ahead, quarter)) * MINUTE_MS;
  }
  return candidate;
}

type WallClock = { day: number; minute: number };

function isWithin({ from, to, days }: ChannelHours, { day, minute }: WallClock): boolean {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const dayBefore = day === 1 ? 7 : day - 1;
  if (start === end) return days.includes(day);
  if (start < end) return days.includes(day) && minute >= start && minute < end;
  // Hours over midnight are of the day on which they begin.
  return (days.includes(day) && minute >= start) || (days.includes(dayBefore) && minute < end);
}

function wallClock(clock: Intl.DateTimeFormat, at: InstantMs): WallClock {
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: DAYS.indexOf(parts.weekday ?? '') + 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

function minutesOf(wallClockTime: string): number {
  const [hours, minutes] = wallClockTime.split(':');
  return Number(hours) * 60 + Number(minutes);
}
