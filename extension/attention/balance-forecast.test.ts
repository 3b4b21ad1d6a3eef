import { expect, test } from 'vitest';
import { readSection } from '../../shared/attention/fixtures.ts';
import type { AttentionNow } from '../../shared/snapshot/attention-schema.ts';
import { DAY_MS, utcDay } from '../../shared/time.ts';
import { calmAccount } from '../fixtures/sample-account.ts';
import { attentionView, balanceForecastIn, withForecastIn } from './view.ts';

const NOW = Date.parse('2026-11-21T12:00Z');

test('the day on which the balance is used up is that of the forecast beside it, also where the edge decided before', () => {
  const daily = Array.from({ length: 30 }, (_, at) => ({
    date: utcDay(NOW - (29 - at) * DAY_MS),
    ...{ development: 40, infrastructure: 0 },
  }));
  const account = calmAccount(NOW, { spending: readSection({ daily }, NOW) });
  const forecast = balanceForecastIn(account.sections);
  const attention: AttentionNow = {
    items: [
      {
        ...{ id: 'balance-forecast', severity: 'warning', projectId: null, since: 0 },
        reason: { kind: 'balance-forecast', at: NOW + 9 * DAY_MS, credits: 500 },
        ...{ opening: 1, openedAt: 0, seen: null, rank: 1 },
      },
    ],
    ...{ open: 1, seen: 0, ended: [], endedTroubles: [], lastAnnouncement: 0 },
  };
  const { items } = withForecastIn(attentionView({ ...account, attention }, { seen: {} }), account.sections);
  expect(forecast).toMatchObject({ kind: 'about' });
  expect(items[0]?.reason).toMatchObject({ at: forecast?.kind === 'about' && forecast.at });
});
