import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../time.ts';
import { snapshotWith } from '../fixtures.ts';
import { emptyAttention } from '../item.ts';
import { acknowledge, reduceSnapshot } from '../reduce.ts';
import type { ProjectLoop } from '../rule.ts';
import { withoutProgress } from './loops.ts';

const NOW = Date.parse('2026-11-12T12:00:00Z');
const ID = 'going-in-circles:shop:17';
const loop = { projectId: 'shop', workId: 17, since: NOW - HOUR_MS, lastAt: NOW, count: 3, credits: 30 };
const look = (at: number, loops: ProjectLoop[], state = began) =>
  reduceSnapshot(state, { ...snapshotWith(at, {}), loops });
const began = reduceSnapshot(emptyAttention, { ...snapshotWith(NOW - DAY_MS, {}), loops: [] }).state;

test('is announced once, and is never told as resolved when its prompts end', () => {
  const opened = look(NOW, [loop]);
  expect(opened.announcements).toMatchObject([{ noticeId: ID, about: { count: 3, credits: 30 } }]);
  const more = look(NOW + 1, [{ ...loop, count: 4, credits: 40 }], opened.state);
  expect(more.announcements).toEqual([]);
  expect(look(NOW + 2, [], more.state).state.items[ID]).toMatchObject({ endedBy: 'not-read' });
  const dayLater = reduceSnapshot(more.state, snapshotWith(NOW + DAY_MS, {}));
  expect(dayLater.state.items[ID]).toMatchObject({ endedBy: 'not-read' });
});

test('what somebody called progress comes back once it has cost twice as much, or has as many prompts again where costs are unknown', () => {
  const seen = (one: ProjectLoop) => acknowledge(look(NOW, [one]).state, ID, NOW + 1, 'Laptop');
  expect(withoutProgress([{ ...loop, count: 9, credits: 59 }], seen(loop))).toEqual([]);
  expect(withoutProgress([{ ...loop, credits: 60 }], seen(loop))).toHaveLength(1);
  const free = { ...loop, credits: 0 };
  expect(withoutProgress([{ ...free, count: 5 }], seen(free))).toEqual([]);
  expect(withoutProgress([{ ...free, count: 6 }], seen(free))).toHaveLength(1);
});
