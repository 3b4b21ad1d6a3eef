import { expect, test } from 'vitest';
import { DELIVERY_GROUPS_MAX } from '../snapshot/webhook-health.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';
import { failingGroup, readSection, snapshotWith } from './fixtures.ts';
import { type AttentionState, emptyAttention } from './item.ts';
import { openItems } from './open-items.ts';
import { reduceSnapshot } from './reduce.ts';

const T0 = Date.UTC(2026, 10, 21, 12);
const FAILING = 60;

/** The edge's report of sixty subscriptions that all fail, each retried every ten minutes. */
function failing(at: number, count = FAILING) {
  const groups = Array.from({ length: count }, (_, i) =>
    failingGroup(T0 - DAY_MS, {
      webhookId: `w${i}`,
      lastAt: at - ((at / MINUTE_MS + i * 7) % 10) * MINUTE_MS - i,
    }),
  ).toSorted((one, other) => other.lastAt - one.lastAt);
  const cut = groups.slice(0, DELIVERY_GROUPS_MAX);
  return snapshotWith(at, {
    deliveries: readSection({ total: count, groups: cut }, at),
  });
}

test('sixty subscriptions that fail steadily open once each in half an hour, though fifty are reported', () => {
  let state: AttentionState = reduceSnapshot(emptyAttention, failing(T0, 0)).state;
  let announced = 0;
  for (let minute = 1; minute <= 30; minute++) {
    const step = reduceSnapshot(state, failing(T0 + minute * MINUTE_MS, FAILING));
    state = step.state;
    announced += step.announcements.length;
  }
  expect(announced).toBeLessThanOrEqual(FAILING);
  expect(openItems(state)).toHaveLength(FAILING);
  const whole = reduceSnapshot(state, failing(T0 + 31 * MINUTE_MS, 3)).state;
  expect(openItems(whole), 'a whole list says what is over').toHaveLength(3);
});

test('while some subscriptions were never read, nothing is over because it is not reported', () => {
  const first = failingGroup(T0 - DAY_MS);
  const result = (at: number, total: number | null) =>
    snapshotWith(at, { deliveries: readSection({ total, groups: total === 1 ? [first] : [] }, at) });
  let state = reduceSnapshot(emptyAttention, result(T0, 1)).state;
  state = reduceSnapshot(state, result(T0 + MINUTE_MS, null)).state;
  expect(openItems(state)).toHaveLength(1);
  state = reduceSnapshot(state, result(T0 + 2 * MINUTE_MS, 0)).state;
  expect(openItems(state)).toHaveLength(0);
});
