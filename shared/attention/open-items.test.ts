import { expect, it } from 'vitest';
import { emptyAttention, type KeptItem, type Reason } from './item.ts';
import { attentionNowOf } from './open-items.ts';

const item = (id: string, reason: Reason, resolvedAt: number | null): KeptItem => ({
  ...{ id, severity: 'warning', projectId: null, reason, since: 1, opening: 1, openedAt: 1, seen: null },
  ...{ rank: 0, heldAt: 2, heldBy: 'reading', resolvedAt },
});
const channel = {
  kind: 'channel-failing',
  channelId: 'c',
  channel: 'Studio',
  channelKind: 'slack',
  stopped: true,
} as const;

it('tells of what ended when it ended, newest first', () => {
  const items = [
    item('paused', { kind: 'kill-switch' }, 30),
    item('channel-failing:a', channel, 10),
    item('channel-failing:b', channel, 20),
    item('channel-failing:c', channel, null),
  ];
  const state = { ...emptyAttention, items: Object.fromEntries(items.map((one) => [one.id, one])) };
  const { endedTroubles, ended } = attentionNowOf(state, 1);
  expect(endedTroubles?.map(({ id, resolvedAt }) => [id, resolvedAt])).toEqual([
    ['paused', 30],
    ['channel-failing:b', 20],
    ['channel-failing:a', 10],
  ]);
  expect(endedTroubles?.[0]).not.toHaveProperty('heldAt');
  expect(ended).toHaveLength(3);
});
