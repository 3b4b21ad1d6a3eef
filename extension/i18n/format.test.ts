import { afterEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../shared/time.ts';
import {
  dayCalendar,
  formatClock,
  formatClockOfDay,
  formatDay,
  formatExact,
  formatFullDate,
  formatReset,
} from './format.ts';

const own = process.env.TZ;
const inZone = (zone: string | undefined) => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
};
afterEach(() => inZone(own));

const MIDNIGHT = Date.UTC(2026, 11, 1);

describe.each(['UTC', 'Pacific/Auckland', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Pacific/Pago_Pago'])(
  'in %s',
  (zone) => {
    test('a day of the service is that day, and an instant has one', () => {
      inZone(zone);
      expect(formatDay('2026-11-21')).toBe('21 Nov');
      expect(formatFullDate('2026-11-21')).toBe('21 Nov 2026');
      expect(formatDay(MIDNIGHT)).toBe('1 Dec');
      expect(formatDay(MIDNIGHT - 1)).toBe('30 Nov');
    });

    test('a budget resets on the day of the service, also where its end is some seconds off midnight', () => {
      inZone(zone);
      const now = MIDNIGHT - 10 * 24 * 60 * MINUTE_MS;
      for (const off of [-2000, 0, 2000]) expect(formatReset(MIDNIGHT + off, now)).toBe('on 1 Dec');
    });
  },
);

test('a reset that is near enough to wait for is so many hours away', () => {
  expect(formatReset(MIDNIGHT, MIDNIGHT - 5 * 60 * MINUTE_MS)).toBe('in\u00a05\u00a0hr');
});

test('a reset that is past, of what was read before it, has its day', () => {
  expect(formatReset(MIDNIGHT, MIDNIGHT + 10 * MINUTE_MS)).toBe('on 1 Dec');
});

test('the calendar of days is named where the browser begins them at another time', () => {
  inZone('UTC');
  expect(dayCalendar(MIDNIGHT)).toBe('');
  inZone('Europe/Berlin');
  expect(dayCalendar(MIDNIGHT)).toBe('UTC days');
});

test('below a day of the service, a time of another day of the browser has its own', () => {
  inZone('America/Los_Angeles');
  expect(formatClockOfDay(MIDNIGHT - MINUTE_MS)).toBe('15:59');
  expect(formatClockOfDay(MIDNIGHT)).toBe('30 Nov, 16:00');
});

test('a clock follows the browser into another time zone', () => {
  inZone('Europe/Berlin');
  expect(formatClock(MIDNIGHT, MIDNIGHT)).toBe('01:00');
  expect(formatExact(MIDNIGHT)).toBe('1 Dec 2026, 01:00');
  inZone('America/New_York');
  expect(formatClock(MIDNIGHT, MIDNIGHT)).toBe('19:00');
  expect(formatExact(MIDNIGHT)).toBe('30 Nov 2026, 19:00');
});
