import { type Forecast, HISTORY_DAYS_MIN } from '../../shared/spending/forecast.ts';
import type { InstantMs } from '../../shared/time.ts';
import {
  formatFacts,
  formatNumber,
  formatShortDay,
  formatShortDayRange,
  formatUtcDay,
  noonOf,
} from './format.ts';
import { t } from './t.ts';

/**
 * A forecast in words. `brief`: its range or what it still lacks; `facts`: that, and what it is based on. Both are empty
 * where there is nothing to add.
 */
export type ForecastWords = { title: string; brief: string; facts: string };

/** How days are written. */
type Days = { day: (at: InstantMs) => string; range: (from: InstantMs, to: InstantMs) => string };

const LONG: Days = {
  day: formatUtcDay,
  range: (from, to) => t('forecast.range', { from: LONG.day(from), to: LONG.day(to) }),
};
const SHORT: Days = {
  day: (at) => formatShortDay(noonOf(at)),
  range: (from, to) => formatShortDayRange(noonOf(from), noonOf(to)),
};

/** When the balance ends where there is room for two short lines: "lasts to about 12 Dec", "8–20 Dec". */
export function lastingWords(forecast: Forecast, now: InstantMs): ForecastWords {
  const words = forecastWords(forecast, 'balance', now, SHORT);
  if (forecast.kind === 'about' && isToday(forecast.at, now))
    return { ...words, title: t('forecast.lastsToday') };
  if (forecast.kind === 'about') return { ...words, title: t('forecast.lasts', { when: words.title }) };
  if (forecast.kind === 'not-before')
    return { ...words, title: t('forecast.lastsPast', { day: SHORT.day(forecast.until) }) };
  return words;
}

/** @param of what is used up: a project's monthly cap, or the account's balance @param now by the edge's clock */
export function forecastWords(
  forecast: Forecast,
  of: 'cap' | 'balance',
  now: InstantMs,
  days = LONG,
): ForecastWords {
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
      return worded(
        of === 'cap' ? t('forecast.notBeforeReset') : t('forecast.notBefore', { day: days.day(until) }),
        earliest === null ? '' : t('forecast.earliest', { day: days.day(earliest) }),
        groundWords(ground),
      );
    }
    case 'about': {
      const { at, from, to, ground } = forecast;
      const range = () => {
        if (isToday(at, now)) return '';
        if (to === null) return t('forecast.from', { from: days.day(from) });
        return from === to ? '' : days.range(from, to);
      };
      const title = isToday(at, now)
        ? t('console.activity.spans.today')
        : t('forecast.about', { day: days.day(at) });
      return worded(title, range(), groundWords(ground));
    }
  }
}

const worded = (title: string, brief: string, ground: string): ForecastWords => ({
  ...{ title, brief },
  facts: formatFacts(brief, ground),
});

/** The day on which something is used up, in a sentence: "about 12 December", "today". @param now by the edge's clock */
export const dayReached = (at: InstantMs, now: InstantMs): string =>
  isToday(at, now) ? t('console.activity.spans.today') : t('item.aboutDay', { day: formatUtcDay(at) });

/** Whether a forecast's day has begun. */
const isToday = (at: InstantMs, now: InstantMs): boolean => at <= now;

type Ground = Extract<Forecast, { kind: 'about' }>['ground'];

export function groundWords({ days, score }: Ground): string {
  const ground = t('forecast.ground', { days: formatNumber(days) });
  return score.of === 0 ? ground : `${ground}, ${scoreWords(score)}`;
}

const scoreWords = ({ held, of }: Ground['score']): string =>
  t('forecast.held', { held: formatNumber(held), of: formatNumber(of) });
