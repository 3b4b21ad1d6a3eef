import { expect, test } from 'vitest';
import type { ChannelHours } from '../../shared/edge-api/channels.ts';
import { opensAt } from './hours.ts';

const at = (iso: string) => Date.parse(iso);
const weekdays: ChannelHours = {
  from: '08:00',
  to: '18:00',
  days: [1, 2, 3, 4, 5],
  timeZone: 'Europe/Prague',
  stoppingPasses: true,
};
const opens = (hours: Partial<ChannelHours>, iso: string) =>
  new Date(opensAt({ ...weekdays, ...hours }, at(iso))).toISOString();

test.each([
  ['within', {}, '2026-11-20T16:59:59.000Z', '2026-11-20T16:59:59.000Z'],
  ['from Friday evening to Monday morning', {}, '2026-11-20T17:00:00Z', '2026-11-23T07:00:00.000Z'],
  ['early in the morning', {}, '2026-11-20T03:12:34Z', '2026-11-20T07:00:00.000Z'],
  [
    'over midnight, of the day before',
    { from: '22:00', to: '06:00', days: [5] },
    '2026-11-21T03:00:00Z',
    '2026-11-21T03:00:00.000Z',
  ],
  [
    'over midnight, not of this day',
    { from: '22:00', to: '06:00', days: [6] },
    '2026-11-21T03:00:00Z',
    '2026-11-21T21:00:00.000Z',
  ],
  ['one day of the week', { days: [7] }, '2026-11-22T18:00:00Z', '2026-11-29T07:00:00.000Z'],
  ['all day', { from: '00:00', to: '00:00', days: [7] }, '2026-11-21T12:00:00Z', '2026-11-21T23:00:00.000Z'],
  ['over a change of the clocks', { days: [7] }, '2026-10-24T17:00:00Z', '2026-10-25T07:00:00.000Z'],
  [
    'over a day of 23 hours',
    { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5, 6, 7] },
    '2026-03-28T19:00:00Z',
    '2026-03-29T06:00:00.000Z',
  ],
  [
    'over a day of 23 hours, open for one',
    { timeZone: 'Europe/Berlin', to: '09:00', days: [1, 2, 3, 4, 5, 6, 7] },
    '2026-03-28T19:00:00Z',
    '2026-03-29T06:00:00.000Z',
  ],
  [
    'an hour that the clocks skip opens a week later',
    { timeZone: 'Europe/Berlin', from: '02:00', to: '03:00', days: [7] },
    '2026-03-28T19:00:00Z',
    '2026-04-05T00:00:00.000Z',
  ],
  [
    'in another time zone',
    { timeZone: 'America/New_York' },
    '2026-11-20T12:00:00Z',
    '2026-11-20T13:00:00.000Z',
  ],
])('%s', (_, hours, now, then) => expect(opens(hours, now)).toBe(then));

test('at any hour', () => expect(opensAt(null, 1)).toBe(1));

const ZONES = {
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'America/St_Johns': ['2026-03-08', '2026-11-01'],
  'America/Havana': ['2026-03-08', '2026-11-01'],
  'Africa/Cairo': ['2026-04-24', '2026-10-30'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'Pacific/Chatham': ['2026-04-05', '2026-09-27'],
  'Asia/Kathmandu': ['2026-03-29'],
};
const WINDOWS = ['08:00-09:00', '23:30-00:20', '02:07-02:40', '00:00-00:10', '22:00-06:00', '09:00-09:00'];

/** Minute by minute, as the zone's clock shows them. */
function walked({ from, to, days, timeZone }: ChannelHours, since: number): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  for (let now = since; ; now = Math.floor(now / 60_000 + 1) * 60_000) {
    const [name = '', time = ''] = clock.format(now).split(/,? /);
    const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name) + 1;
    const isDay = days.includes(day);
    const isNight = days.includes(((day + 5) % 7) + 1);
    if (from === to ? isDay : from < to ? isDay && time >= from && time < to : false) return now;
    if (from > to && ((isDay && time >= from) || (isNight && time < to))) return now;
  }
}

test.each(Object.entries(ZONES))('as a walk minute by minute over the changes of %s', (timeZone, changes) => {
  for (const change of changes)
    for (const window of WINDOWS)
      for (const hoursBefore of [30, 13.3, 2.21, -14.6]) {
        const [from = '', to = ''] = window.split('-');
        // Days that the walk reaches soon.
        const hours = { ...weekdays, timeZone, from, to, days: [1, 6, 7] };
        const since = at(`${change}T12:00:00Z`) - hoursBefore * 3_600_000;
        const opening = new Date(walked(hours, since)).toISOString();
        expect(new Date(opensAt(hours, since)).toISOString(), `${window} ${change} ${hoursBefore}`).toBe(
          opening,
        );
      }
});
