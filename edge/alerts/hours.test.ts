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
    'in another time zone',
    { timeZone: 'America/New_York' },
    '2026-11-20T12:00:00Z',
    '2026-11-20T13:00:00.000Z',
  ],
])('%s', (_, hours, now, then) => expect(opens(hours, now)).toBe(then));

test('at any hour', () => expect(opensAt(null, 1)).toBe(1));
