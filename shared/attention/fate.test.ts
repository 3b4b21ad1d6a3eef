import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { keptEventWith, projectAtCap, readSection, snapshotWith } from './fixtures.ts';
import { type AttentionState, emptyAttention } from './item.ts';
import { type Announcement, announceNews, fateOf } from './news.ts';
import { acknowledge, reduceSnapshot } from './reduce.ts';

const NOW = Date.UTC(2026, 10, 11, 12);
const SHOP = 'barber-bookings';

type Events = Parameters<typeof keptEventWith>[0][];
const eventsAt = (at: number, events: Events) =>
  snapshotWith(at, {
    events: readSection({ lastSeq: events.length, items: events.map((event) => keptEventWith(event)) }, at),
  });
function reduced(...story: Snapshot[]): { state: AttentionState; told: Announcement[] } {
  let state: AttentionState = reduceSnapshot(emptyAttention, snapshotWith(NOW - HOUR_MS)).state;
  const told: Announcement[] = [];
  for (const snapshot of story) {
    const step = reduceSnapshot(state, snapshot);
    state = step.state;
    told.push(...step.announcements);
  }
  return { state, told };
}
const fates = ({ state, told }: ReturnType<typeof reduced>) => told.map((one) => fateOf(one, state));

const spent = { feature: 'email', used: 100, cap: 100, capKind: 'units', refusing: true };
const warned = { seq: 1, event: 'project.feature_limit.warning', at: NOW, facts: { ...spent, used: 80 } };
const failed = { seq: 1, event: 'deployment.finished', at: NOW, facts: { status: 'error' } };

describe('only what was resolved is told as over', () => {
  test('a cap that is not reached any more', () => {
    const list = (at: number, projects: ReturnType<typeof projectAtCap>[]) =>
      snapshotWith(at, {
        atLimit: readSection({ projects, total: projects.length, resetsAt: null, canEdit: true }, at),
      });
    expect(
      fates(reduced(list(NOW, []), list(NOW + HOUR_MS, [projectAtCap(SHOP)]), list(NOW + 2 * HOUR_MS, []))),
    ).toEqual(['over']);
  });

  test('not what somebody marked as seen, which nothing else ends', () => {
    const { state } = reduced(eventsAt(NOW, [failed]));
    const end = { kind: 'deploy-finished', outcome: 'failed', durationMs: null } as const;
    const told = [announceNews({ ...end, liveUrl: null, refunded: false }, SHOP, NOW, 'deploy:1@1')];
    const item = Object.values(state.items)[0];
    const seen = acknowledge(state, item?.id ?? '', NOW + HOUR_MS, 'Test');
    expect(item?.reason.kind).toBe('deploy-failed');
    expect(seen.items[item?.id ?? '']?.resolvedAt).not.toBeNull();
    const about = { kind: 'deploy-failed', message: null, refunded: null } as const;
    expect(fateOf({ noticeId: item?.id ?? '', key: `${item?.id}#1`, about, at: NOW }, seen)).toBe('seen');
    expect(told.map(({ noticeId }) => noticeId)).toEqual([item?.id]);
    expect(told.map((one) => fateOf(one, state))).toEqual(['open']);
    expect(
      told.map((one) => fateOf(one, seen)),
      'nor is its news told any more',
    ).toEqual(['seen']);
    expect(
      told.map((one) => fateOf({ ...one, at: NOW + DAY_MS }, seen)),
      'a later failure',
    ).toEqual(['open']);
  });

  test('not 80 % of a budget that is spent by now', () => {
    const reached = { seq: 2, event: 'project.feature_limit.reached', at: NOW + 1, facts: spent };
    expect(fates(reduced(eventsAt(NOW, [warned]), eventsAt(NOW + HOUR_MS, [warned, reached])))).toEqual([
      'gone',
      'open',
    ]);
  });

  test('not what was forgotten', () =>
    expect(
      fateOf({ noticeId: 'x', key: 'x#1', about: { kind: 'kill-switch' }, at: NOW }, { items: {} }),
    ).toBe('gone'));

  test('not what opened again', () => {
    const { state, told } = reduced(eventsAt(NOW, [warned]));
    const [item] = Object.values(state.items);
    if (!item) throw new Error('nothing opened');
    const worse = { ...state, items: { [item.id]: { ...item, opening: 2 } } };
    expect(told.map((one) => fateOf(one, worse))).toEqual(['gone']);
  });

  test('not a forecast that nothing holds any more: it ends a day after the day that was foreseen', () => {
    const foreseen = (at: number): Snapshot => ({
      ...snapshotWith(at),
      outlook: {
        readAt: at,
        caps: [
          {
            ...{
              projectId: SHOP,
              category: 'development',
              readAt: at,
              state: at === NOW ? 'healthy' : 'crossing',
            },
            ...{ at: at === NOW ? null : NOW + DAY_MS, from: null, to: null, cap: 500, used: 1, needs: null },
            resetsAt: NOW + 18 * DAY_MS,
          },
        ],
      },
    });
    const { outlook: _, ...silent } = foreseen(NOW + 2 * DAY_MS);
    const held = reduced(foreseen(NOW), foreseen(NOW + 1));
    expect(fates(held)).toEqual(['open']);
    const after = reduced(foreseen(NOW), foreseen(NOW + 1), silent);
    expect(fates(after)).toEqual(['gone']);
    expect(Object.values(after.state.items)).toMatchObject([{ endedBy: 'not-read' }]);
  });
});

test('a lost event that names no category opens no cap: the next reading says which', () => {
  const lost = { seq: 1, event: 'project.credit_limit.reached', at: NOW, source: 'reconciled' as const };
  expect(reduced(eventsAt(NOW, [lost])).state.items).toEqual({});
});
