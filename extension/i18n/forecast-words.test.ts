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

test('a forecast has its date, its range and its ground', () => {
  expect(forecastWords(about('2026-12-08', '2026-12-20'), 'balance', NOW)).toEqual({
    title: 'about 12 December',
    brief: '8 December to 20 December',
    facts: `8 December to 20 December · ${GROUND}`,
  });
});

test.each<[Forecast, string, RegExp]>([
  [about('2026-12-08', '2026-12-20'), 'lasts to about 12 Dec', /^8\s?–\s?20 Dec$/],
  [about('2026-11-28', '2026-12-20'), 'lasts to about 12 Dec', /^28 Nov\s–\s20 Dec$/],
  [about('2026-12-12', '2026-12-12'), 'lasts to about 12 Dec', /^$/],
  [about('2026-12-08', null), 'lasts to about 12 Dec', /^from 8 Dec on$/],
  [beyond, 'lasts past 21 Jan', /^at a faster pace from 2 Jan$/],
  [{ kind: 'too-early', days: 2 }, 'Not enough history', /^2 of 5 days$/],
  [{ kind: 'unreliable', score: { held: 2, of: 7 } }, 'No forecast is good enough', /^$/],
  [{ kind: 'reached' }, 'Used up', /^$/],
])(
  'where there is little room, when the balance ends takes two short lines: %o',
  (forecast, title, brief) => {
    const words = lastingWords(forecast, NOW);
    expect(words.title).toBe(title);
    expect(words.brief).toMatch(brief);
  },
);

test('a forecast of today says so', () => {
  const today: Forecast = {
    ...(about('2026-11-24', '2026-11-26') as Forecast & { kind: 'about' }),
    at: day('2026-11-24'),
  };
  expect(forecastWords(today, 'balance', NOW)).toMatchObject({ title: 'today', brief: '' });
  expect(lastingWords(today, NOW).title).toBe('used up today');
});
