import { expect, test } from 'vitest';
import type { AttentionNow } from '../../shared/snapshot/attention.ts';
import { attentionView } from './view.ts';

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
  const { items } = attentionView({ attention: item(opening, rank) }, { seen });
  expect(items.map((one) => one.seen)).toEqual([known]);
});
