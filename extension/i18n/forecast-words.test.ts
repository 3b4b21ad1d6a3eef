import { expect, test } from 'vitest';
import type { Forecast } from '../../shared/spending/forecast.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { forecastWords, lastingWords } from './forecast-words.ts';

const day = (date: string) => Date.parse(`${date}T00:00Z`);
const NOW = day('2026-11-24') + 15 * HOUR_MS;
const ground = { days: 44, rule: 'trimmed', score: { held: 9, of: 10 } } as const;
const about = (from: string, to: string | null): Forecast => ({
  ...{ kind: 'about', at: day('2026-12-12'), from: day(from), ground },
  to: to === null ? null : day(to),
});
const GROUND = 'based on 44 days, right in 9 of 10 weeks';

const beyond: Forecast = {
  ...{ kind: 'not-before', until: day('2027-01-21'), ground },
  earliest: day('2027-01-02'),
};

test('a forecast is its range, and on what it is based', () => {
  const words = forecastWords(about('2026-12-08', '2026-12-20'), 'balance', NOW);
  expect(words).toEqual({ title: expect.stringMatching(/^8\s?–\s?20 Dec$/), brief: '', facts: GROUND });
});

test.each<[Forecast, RegExp, RegExp]>([
  [about('2026-12-08', '2026-12-20'), /^lasts to 8\s?–\s?20 Dec$/, /^$/],
  [about('2026-11-28', '2026-12-20'), /^lasts to 28 Nov\s–\s20 Dec$/, /^$/],
  [about('2026-12-12', '2026-12-12'), /^lasts to about 12 Dec$/, /^$/],
  [about('2026-12-08', null), /^lasts to 8 Dec or later$/, /^$/],
  [beyond, /^lasts past 21 Jan$/, /^at a faster pace from 2 Jan$/],
  [{ kind: 'too-early', days: 2 }, /^Not enough history$/, /^2 of 5 days$/],
  [{ kind: 'unreliable', score: { held: 2, of: 7 } }, /^No forecast is good enough$/, /^$/],
  [{ kind: 'reached' }, /^Used up$/, /^$/],
])('when the balance ends has one form, and only a single day is "about": %o', (forecast, title, brief) => {
  const words = lastingWords(forecast, NOW);
  expect(words.title).toMatch(title);
  expect(words.brief).toMatch(brief);
});

test('of a cap that a faster month reaches nobody is told that it is not reached before the reset', () => {
  expect(forecastWords(beyond, 'cap', NOW)).toMatchObject({
    title: 'at a faster pace from 2 Jan',
    brief: '',
  });
  expect(forecastWords({ ...beyond, earliest: null }, 'cap', NOW).title).toBe('Not before the reset');
});

test('a forecast of today says so', () => {
  const today: Forecast = {
    ...(about('2026-11-24', '2026-11-26') as Forecast & { kind: 'about' }),
    at: day('2026-11-24'),
  };
  expect(forecastWords(today, 'balance', NOW)).toMatchObject({ title: 'today', brief: '' });
  expect(lastingWords(today, NOW).title).toBe('used up today');
});
