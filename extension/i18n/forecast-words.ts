import { type Forecast, HISTORY_DAYS_MIN } from '../../shared/spending/forecast.ts';
import { HOUR_MS, type InstantMs } from '../../shared/time.ts';
import { formatDay, formatNumber } from './format.ts';
import { t } from './t.ts';

/** A forecast in words, and what it is based on; `facts` is empty where there is nothing to add. */
export type ForecastWords = { title: string; facts: string };

/** @param of what is used up: a project's monthly cap, or the account's balance */
export function forecastWords(forecast: Forecast, of: 'cap' | 'balance'): ForecastWords {
  switch (forecast.kind) {
    case 'reached':
      return { title: of === 'cap' ? t('forecast.capReached') : t('forecast.balanceReached'), facts: '' };
    case 'too-early':
      return {
        title: t('forecast.tooEarly'),
        facts: t('forecast.tooEarlyFacts', {
          days: formatNumber(forecast.days),
          least: formatNumber(HISTORY_DAYS_MIN),
        }),
      };
    case 'too-little':
      return { title: t('forecast.tooLittle'), facts: '' };
    case 'unreliable':
      return { title: t('forecast.unreliable'), facts: scoreWords(forecast.score) };
    case 'not-before': {
      const earliest =
        forecast.earliest === null ? '' : t('forecast.earliest', { day: dayWords(forecast.earliest) });
      return {
        title:
          of === 'cap'
            ? t('forecast.notBeforeReset')
            : t('forecast.notBefore', { day: dayWords(forecast.until) }),
        facts: [earliest, groundWords(forecast.ground)].filter(Boolean).join(' · '),
      };
    }
    case 'about': {
      const range =
        forecast.to === null
          ? t('forecast.from', { from: dayWords(forecast.from) })
          : forecast.from === forecast.to
            ? ''
            : t('forecast.range', { from: dayWords(forecast.from), to: dayWords(forecast.to) });
      return {
        title: t('forecast.about', { day: dayWords(forecast.at) }),
        facts: [range, groundWords(forecast.ground)].filter(Boolean).join(' · '),
      };
    }
  }
}

type Ground = Extract<Forecast, { kind: 'about' }>['ground'];

function groundWords({ days, score }: Ground): string {
  const ground = t('forecast.ground', { days: formatNumber(days) });
  return score.of === 0 ? ground : `${ground}, ${scoreWords(score)}`;
}

const scoreWords = ({ held, of }: Ground['score']): string =>
  t('forecast.held', { held: formatNumber(held), of: formatNumber(of) });

/** The instant is the beginning of a UTC day; its noon has the same date nearly everywhere. */
const dayWords = (at: InstantMs): string => formatDay(at + 12 * HOUR_MS);
