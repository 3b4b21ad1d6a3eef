import { expect, test } from 'vitest';
import type { AttentionNow } from '../../shared/snapshot/attention.ts';
import { attentionView, fateOf } from './view.ts';

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

test.each([
  ['ended as somebody marked it as seen', 6, 'seen', { over: false, seen: true }],
  ['was mended', 6, undefined, { over: true, seen: false }],
  ['ended before, as an earlier failure', 4, undefined, { over: false, seen: false }],
])('a failure whose item %s', (_, resolvedAt, endedBy, fate) => {
  const { items, ...rest } = item(1, 1);
  const ended = items.map((one) => ({ ...one, id: 'deploy-failed:shop', resolvedAt, endedBy }));
  const attention = { ...rest, items: [], open: 0, ended: ['deploy-failed:shop'], endedTroubles: ended };
  const view = attentionView({ attention }, { seen: {} });
  const about = {
    kind: 'deploy-finished',
    outcome: 'failed',
    durationMs: null,
    liveUrl: null,
    refunded: false,
  } as const;
  expect(fateOf(view, { noticeId: 'deploy-failed:shop', number: 1, about, at: 5 })).toEqual(fate);
});
