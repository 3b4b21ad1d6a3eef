import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { MINUTE_MS, nextMonth } from '../../time.ts';
import { type AttentionState, emptyAttention } from '../item.ts';
import { applyReading } from '../lifecycle.ts';
import { capWarningRule } from './caps.ts';

const AT = Date.UTC(2026, 10, 20, 12);
const BEFORE: AttentionState = { ...emptyAttention, since: AT - 1, readAt: { 'cap-warning': AT - 1 } };

/** Reads what was used of which cap, one after another. */
function read(...each: readonly (readonly [used: number, cap: number | null])[]) {
  let state = BEFORE;
  const told: string[] = [];
  for (const [n, [used, cap]] of each.entries()) {
    const readAt = AT + n * MINUTE_MS;
    const one = { projectId: 'shop', state: 'unknown', readAt, cap, used, resetsAt: nextMonth(AT) };
    const caps = [
      { ...one, category: 'development' },
      { ...one, category: 'infrastructure', used: 99, cap: 100 },
    ];
    const reading = capWarningRule.read?.({ outlook: { readAt, caps } } as unknown as Snapshot);
    if (!reading) throw new Error('Nothing was read.');
    const step = applyReading(state, 'cap-warning', reading, capWarningRule);
    state = step.state;
    told.push(...step.announcements.map(({ key }) => key));
  }
  const items = Object.values(state.items).map(({ id, resolvedAt, endedBy, reason }) => ({
    ...{ id, isOpen: resolvedAt === null, endedBy, reason },
  }));
  return { told, items };
}

const ID = 'cap-warning:shop:2026-11';

describe('80 % of a project’s development cap', () => {
  test('is told once, whatever is used more, and of the development cap alone', () => {
    const { told, items } = read([100, 200], [160, 200], [170, 200], [190, 200]);
    expect(told).toEqual([`${ID}:200#1`]);
    expect(items).toMatchObject([
      { id: `${ID}:200`, isOpen: true, reason: { kind: 'cap-warning', spent: 190, limit: 200 } },
    ]);
  });

  test('is over below it, and not told again of the same cap in this month', () => {
    const { told, items } = read([170, 200], [150, 200], [180, 200]);
    expect(told).toEqual([`${ID}:200#1`]);
    expect(items).toMatchObject([{ isOpen: false, endedBy: undefined }]);
  });

  test('a raised cap of which less is used ends it; one of which as much is used is told anew', () => {
    expect(read([170, 200], [170, 300]).items).toMatchObject([{ isOpen: false, endedBy: undefined }]);
    const { told, items } = read([170, 200], [170, 210]);
    expect(told).toEqual([`${ID}:200#1`, `${ID}:210#1`]);
    expect(items.map(({ isOpen, endedBy }) => [isOpen, endedBy])).toEqual([
      [false, 'replaced'],
      [true, undefined],
    ]);
  });

  test('the cap that is reached takes its place, which is no end of it; without a cap there is none', () => {
    expect(read([170, 200], [200, 200]).items).toMatchObject([{ isOpen: false, endedBy: 'replaced' }]);
    expect(read([170, 200], [170, null]).items).toMatchObject([{ isOpen: false, endedBy: undefined }]);
    expect(read([500, null]).items).toEqual([]);
  });
});
