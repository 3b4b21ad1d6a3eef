// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ASKED_PROJECTS_MAX, PROJECT_FRESH_MS } from '../../../../shared/edge-api/projects.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { readRow, unreadRow } from '../../../fixtures/sample-account.ts';
import { createAsker, dueAfter } from './rows-in-sight.ts';

/** An asker whose clock moves by hand. Each ask brings what was asked for, good for three minutes. */
function world(isBrought: (projectId: string) => boolean = () => true) {
  let now = 0;
  let isVisible = true;
  let timers: { at: number; run: () => void }[] = [];
  const asks: (readonly string[])[] = [];
  const paces: boolean[] = [];
  const looks: number[] = [];
  const broughtAt = new Map<string, number>();
  const asker = createAsker({
    ask: async (projectIds) => {
      asks.push(projectIds);
      for (const one of projectIds) if (isBrought(one)) broughtAt.set(one, now);
    },
    dueAfterMs: (projectId) => {
      const at = broughtAt.get(projectId);
      return at !== undefined && now - at < PROJECT_FRESH_MS ? null : 10_000;
    },
    isVisible: () => {
      looks.push(now);
      return isVisible;
    },
    onPace: (isHeld) => {
      if (paces.at(-1) !== isHeld) paces.push(isHeld);
    },
    now: () => now,
    later: (run, ms) => void timers.push({ at: now + ms, run }),
  });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const pass = async (ms: number) => {
    const until = now + ms;
    for (;;) {
      const due = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((timer) => timer !== due);
      now = Math.max(now, due.at);
      due.run();
      await settle();
    }
    now = until;
  };
  const look = (looks: boolean) => {
    isVisible = looks;
  };
  return { asker, asks, asked: () => asks.flat(), paces, looks, pass, look };
}
const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

test('a screen of projects is asked for in one ask, in the order in which they came into sight', async () => {
  const { asker, asks, pass } = world();
  for (const name of names(12)) asker.watch(name);
  await pass(2_000);
  expect(asks).toEqual([names(12)]);
});

test('an ask names no more projects than the edge takes, the open one first wherever it stands', async () => {
  const { asker, asks, pass } = world();
  for (const name of names(10_010)) asker.watch(name, name === 'p9000');
  await pass(500);
  expect(asks).toEqual([['p9000', ...names(ASKED_PROJECTS_MAX - 1)]]);
});

test('it is said whether the next ones must wait: not while what is visible can be asked for at once', async () => {
  const { asker, paces, pass } = world();
  for (const name of names(12)) asker.watch(name);
  await pass(1_000);
  expect(paces).toEqual([false]);
  for (const name of names(40)) asker.watch(name);
  await pass(2_000);
  expect(paces.at(-1)).toBe(true);
  await pass(60_000);
  expect(paces.at(-1)).toBe(false);
});

test('however fast somebody scrolls, no more than so many a minute are asked for', async () => {
  const { asker, asked, pass } = world();
  for (const name of names(1_000)) asker.watch(name);
  await pass(60_000);
  expect(asked().length).toBeGreaterThanOrEqual(45);
  expect(asked().length, 'twenty at once and thirty a minute').toBeLessThanOrEqual(51);
});

test('what is out of sight again before its turn is not asked for', async () => {
  const { asker, asked, pass } = world();
  const gone = names(500).map((name) => asker.watch(name));
  for (const leave of gone) leave();
  asker.watch('stays');
  await pass(10_000);
  expect(asked()).toEqual(['stays']);
});

test('an asker of which nothing is wanted any more does nothing, also when a project has changed', async () => {
  const { asker, looks, pass } = world();
  asker.watch('gone')();
  asker.expire(['gone']);
  await pass(60_000);
  expect(looks).toEqual([]);
});

test('what stays in sight is asked for again once it is old', async () => {
  const { asker, asked, pass } = world();
  asker.watch('old');
  await pass(PROJECT_FRESH_MS - 1_000);
  expect(asked()).toEqual(['old']);
  await pass(20_000);
  expect(asked()).toEqual(['old', 'old']);
});

test('what an ask has not brought is asked for again soon: the edge reads so many at once', async () => {
  let isThere = false;
  const { asker, asked, pass } = world(() => isThere);
  asker.watch('shop');
  await pass(5_000);
  expect(asked()).toEqual(['shop']);
  isThere = true;
  await pass(60_000);
  expect(asked()).toEqual(['shop', 'shop']);
});

test('others that a filter needs are asked for once each, after what is visible and within the same minute', async () => {
  const { asker, asked, pass } = world();
  asker.askAlso(names(100));
  const leave = asker.watch('seen');
  await pass(60_000);
  leave();
  expect(asked()[0]).toBe('seen');
  expect(asked().length, 'twenty at once and thirty a minute').toBeLessThanOrEqual(51);
  await pass(3 * 60_000);
  expect(new Set(asked())).toEqual(new Set(['seen', ...names(100)]));
  await pass(10 * 60_000);
  expect(asked()).toHaveLength(101);
});

test('while the page is hidden nothing is asked; then it continues', async () => {
  const { asker, asked, pass, look } = world();
  look(false);
  asker.watch('shop');
  asker.askAlso(['other']);
  await pass(60_000);
  expect(asked()).toEqual([]);
  look(true);
  await pass(5_000);
  expect(asked()).toEqual(['shop', 'other']);
});

test('what is visible and has changed since is asked for again soon, not after the while', async () => {
  const { asker, asked, pass } = world();
  asker.watch('shop');
  asker.watch('other');
  await pass(3_000);
  asker.expire(['shop', 'out of sight']);
  await pass(1_000);
  expect(asked()).toEqual(['shop', 'other', 'shop']);
});

test('a row is due where a part is missing, old or overdue, later where it failed, and not while it is new', () => {
  const now = Date.UTC(2026, 10, 22, 9);
  paintFrom(popupStates(now).calm, now);
  const read = readRow('shop', now);
  const soon = expect.any(Number);
  expect(dueAfter(null)).toEqual(soon);
  expect(dueAfter(unreadRow('shop'))).toEqual(soon);
  expect(dueAfter(read)).toBeNull();
  expect(dueAfter({ ...read, limits: { ...read.limits, isOverdue: true } })).toEqual(soon);
  expect(dueAfter(readRow('shop', now - PROJECT_FRESH_MS))).toEqual(soon);
  const failed = { ...read.limits, error: { code: 'timeout' as const, since: now } };
  expect(dueAfter({ ...read, limits: failed })).toBe(PROJECT_FRESH_MS);
  expect(dueAfter({ ...unreadRow('shop'), isGone: true })).toBe(PROJECT_FRESH_MS);
});
