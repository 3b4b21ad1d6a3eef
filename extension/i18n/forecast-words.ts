import { dayFormat, type ExpectedDays, expectedDays } from '../../shared/days.ts';
import { type Forecast, HISTORY_DAYS_MIN } from '../../shared/spending/forecast.ts';
import type { InstantMs } from '../../shared/time.ts';
import { formatDay, formatFacts, formatNumber, locale } from './format.ts';
import { t } from './t.ts';

/**
 * A forecast in words. `brief`: its range or what it still lacks; `facts`: that, and what it is based on.
 * Both are empty where there is nothing to add.
 */
export type ForecastWords = { title: string; brief: string; facts: string };

/** When the balance ends: "lasts to 8–20 Dec". */
export function lastingWords(forecast: Forecast, now: InstantMs): ForecastWords {
  const words = forecastWords(forecast, 'balance', now);
  if (forecast.kind === 'about' && isToday(forecast.at, now))
    return { ...words, title: t('forecast.lastsToday') };
  if (forecast.kind === 'about') return { ...words, title: t('forecast.lasts', { when: words.title }) };
  if (forecast.kind === 'not-before')
    return { ...words, title: t('forecast.lastsPast', { day: formatDay(forecast.until) }) };
  return words;
}

/**
 * Says when something is used up.
 * @param of a project's monthly cap, or the account's balance
 * @param now by the edge's clock
 */
export function forecastWords(forecast: Forecast, of: 'cap' | 'balance', now: InstantMs): ForecastWords {
  switch (forecast.kind) {
    case 'reached':
      return worded(of === 'cap' ? t('forecast.capReached') : t('forecast.balanceReached'), '', '');
    case 'too-early': {
      const numbers = { days: formatNumber(forecast.days), least: formatNumber(HISTORY_DAYS_MIN) };
      return worded(t('forecast.tooEarly'), t('forecast.tooEarlyFacts', numbers), '');
    }
    case 'too-little':
      return worded(t('forecast.tooLittle'), '', '');
    case 'resumed':
      return worded(t('forecast.resumed'), t('forecast.resumedFacts'), '');
    case 'unreliable':
      return worded(t('forecast.unreliable'), '', scoreWords(forecast.score));
    case 'not-before': {
      const { until, earliest, ground } = forecast;
      const faster = earliest === null ? '' : t('forecast.earliest', { day: formatDay(earliest) });
      if (of === 'cap') return worded(faster || t('forecast.notBeforeReset'), '', groundWords(ground));
      return worded(t('forecast.notBefore', { day: formatDay(until) }), faster, groundWords(ground));
    }
    case 'about':
      return worded(daysReached(forecast, now), '', groundWords(forecast.ground));
  }
}

/** Days on which something is used up; "today" once the likeliest has begun. `now`: by the edge's clock. */
export const daysReached = (days: ExpectedDays, now: InstantMs): string =>
  isToday(days.at, now)
    ? t('span.today')
    : expectedDays(days, dayFormat(locale()), (name, values) => t(name, values));

const worded = (title: string, brief: string, ground: string): ForecastWords => ({
  ...{ title, brief },
  facts: formatFacts(brief, ground),
});

/** Whether a forecast's day has begun. */
const isToday = (at: InstantMs, now: InstantMs): boolean => at <= now;

type Ground = Extract<Forecast, { kind: 'about' }>['ground'];

export function groundWords({ days, score }: Ground): string {
  const ground = t('forecast.ground', { days: formatNumber(days) });
  return score.of === 0 ? ground : `${ground}, ${scoreWords(score)}`;
}

const scoreWords = ({ held, of }: Ground['score']): string =>
  t('forecast.held', { held: formatNumber(held), of: formatNumber(of) });
