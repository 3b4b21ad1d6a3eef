import { describe, expect, test } from 'vitest';
import { attentionCount } from '../../shared/attention/open-items.ts';
import type { AttentionNow } from '../../shared/snapshot/attention-schema.ts';
import { attentionView, fateIn } from './view.ts';

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
  ...{ open: 1, seen: 0, ended: [], endedTroubles: [], lastAnnouncement: 1 },
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
  ['ended as somebody marked it as seen', 6, 'seen', 'seen'],
  ['was mended', 6, undefined, 'over'],
  ['ended before, as an earlier failure', 4, undefined, 'open'],
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
  const notice = { noticeId: 'deploy-failed:shop', number: 1, key: 'deploy:1@1', about, at: 5 };
  expect(fateIn(view, notice)).toBe(fate);
});

describe('only what the edge calls resolved is over here', () => {
  const notice = {
    noticeId: 'credit-cap:shop',
    key: 'credit-cap:shop#1',
    about: { kind: 'kill-switch' },
    at: 1,
  } as const;
  const ended = (opening: number, endedBy?: string) => {
    const { items, ...rest } = item(opening, 1);
    const endedTroubles = items.map((one) => ({ ...one, resolvedAt: 6, endedBy }));
    return { ...rest, items: [], open: 0, ended: ['credit-cap:shop'], endedTroubles };
  };
  const fate = (attention: AttentionNow, number = 1) =>
    fateIn(attentionView({ attention }, { seen: {} }), { ...notice, number });

  test.each([
    ['resolved', ended(1), 'over'],
    ['replaced by something worse', ended(1, 'replaced'), 'gone'],
    ['not read any more', ended(1, 'not-read'), 'gone'],
    ['opened again and over since', ended(2), 'gone'],
    ['open once more', item(2, 1), 'gone'],
    ['one of more ended ones than the edge tells of', { ...ended(1), endedTroubles: [] }, 'gone'],
    ['one of more open ones than the edge tells of', { ...item(1, 1), items: [] }, 'open'],
  ])('%s', (_, attention, expected) => expect(fate(attention)).toBe(expected));

  test('of what was announced after the last reading nothing is known', () =>
    expect(fate(ended(1), 2)).toBe('open'));
});

test('seen ones that the edge does not send are not counted as asking', () => {
  const open = Array.from({ length: 100 }, (_, at) => ({ ...item(1, 1).items[0], id: `a-${at}` }));
  const items = open.map((one, at) => ({
    ...one,
    seen: at < 90 ? null : { at: 1, by: 'Office' },
  })) as never[];
  const attention = { ...item(1, 1), items, open: 140, seen: 50 };
  expect(attentionCount(attentionView({ attention }, { seen: {} }))).toMatchObject({
    unacknowledged: 90,
    acknowledged: 50,
  });
});
