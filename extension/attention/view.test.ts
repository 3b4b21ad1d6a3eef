import { expect, test } from 'vitest';
import { readSection } from '../../shared/attention/fixtures.ts';
import type { AttentionNow } from '../../shared/snapshot/attention.ts';
import { DAY_MS, utcDay } from '../../shared/time.ts';
import { calmAccount } from '../fixtures/sample-account.ts';
import { balanceForecastIn } from './balance-forecast.ts';
import { attentionView } from './view.ts';

const NOW = Date.parse('2026-11-21T12:00Z');

const item = (opening: number, rank: number): AttentionNow => ({
  items: [
    {
      ...{
        id: 'credit-cap:shop',
        severity: 'critical',
        projectId: 'shop',
        since: 1,
        openedAt: 1,
        seen: null,
      },
      ...{ reason: { kind: 'kill-switch' }, opening, rank },
    },
  ],
  ...{ open: 1, ended: [], lastAnnouncement: 1 },
});
const seen = { 'credit-cap:shop': { at: 5, opening: 2, rank: 3 } };

test.each([
  ['as it was', 2, 3, { at: 5, by: '' }],
  ['less grave than it was', 2, 2, { at: 5, by: '' }],
  ['worse than it was', 2, 4, null],
  ['open once more', 3, 3, null],
])('what a viewer has seen, %s', (_, opening, rank, known) => {
  const { items } = attentionView({ ...calmAccount(NOW), attention: item(opening, rank) }, { seen });
  expect(items.map((one) => one.seen)).toEqual([known]);
});

test('the day on which the balance is used up is that of the forecast beside it, also where the edge decided before', () => {
  const daily = Array.from({ length: 30 }, (_, at) => ({
    date: utcDay(NOW - (29 - at) * DAY_MS),
    ...{ development: 40, infrastructure: 0 },
  }));
  const account = calmAccount(NOW, { spending: readSection({ daily }, NOW) });
  const forecast = balanceForecastIn(account.sections);
  const [open] = item(1, 1).items;
  const attention = {
    ...item(1, 1),
    items: [{ ...open, reason: { kind: 'balance-forecast', at: NOW + 9 * DAY_MS, credits: 500 } }],
  } as AttentionNow;
  const { items } = attentionView({ ...account, attention }, { seen: {} });
  expect(forecast).toMatchObject({ kind: 'about' });
  expect(items[0]?.reason).toMatchObject({ at: forecast?.kind === 'about' && forecast.at });
});
