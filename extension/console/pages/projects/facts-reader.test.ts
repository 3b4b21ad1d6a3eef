import { expect, test } from 'vitest';
import { createFactsReader } from './facts-reader.ts';

/** A reader whose clock moves by hand. */
function world() {
  let now = 0;
  let isLooking = true;
  let timers: { at: number; run: () => void }[] = [];
  const reads: string[] = [];
  const paces: boolean[] = [];
  const looks: number[] = [];
  const reader = createFactsReader({
    read: async (projectId) => void reads.push(projectId),
    forget: () => {},
    isLooking: () => {
      looks.push(now);
      return isLooking;
    },
    onPace: (isHeld) => {
      if (paces.at(-1) !== isHeld) paces.push(isHeld);
    },
    now: () => now,
    later: (run, ms) => void timers.push({ at: now + ms, run }),
  });
  const settle = async () => {
    for (let turn = 0; turn < 200; turn++) await Promise.resolve();
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
    isLooking = looks;
  };
  return { reader, reads, paces, looks, pass, look };
}
const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

test('a screen of projects is read at once, in the order in which they came into sight', async () => {
  const { reader, reads, pass } = world();
  for (const name of names(12)) reader.watch(name);
  await pass(500);
  expect(reads).toEqual(names(12));
});

test('the open project is read first, wherever it stands among 10,010', async () => {
  const { reader, reads, pass } = world();
  for (const name of names(10_010)) reader.watch(name, name === 'p9000');
  await pass(500);
  expect(reads.slice(0, 2)).toEqual(['p9000', 'p0']);
});

test('it is said whether the next ones must wait: not while what is visible can be read at once', async () => {
  const { reader, paces, pass } = world();
  for (const name of names(12)) reader.watch(name);
  await pass(1_000);
  expect(paces).toEqual([false]);
  for (const name of names(40)) reader.watch(name);
  await pass(1_000);
  expect(paces.at(-1)).toBe(true);
  await pass(5 * 60_000);
  expect(paces).toContain(false);
});

test('however fast somebody scrolls, no more than so many a minute are read', async () => {
  const { reader, reads, pass } = world();
  for (const name of names(1_000)) reader.watch(name);
  await pass(60_000);
  expect(reads.length).toBeGreaterThanOrEqual(45);
  expect(reads.length, 'twenty at once and thirty a minute').toBeLessThanOrEqual(51);
});

test('what is out of sight again before its turn is not read', async () => {
  const { reader, reads, pass } = world();
  const gone = names(500).map((name) => reader.watch(name));
  for (const leave of gone) leave();
  reader.watch('stays');
  await pass(10_000);
  expect(reads).toEqual(['stays']);
});

test('a reader of which nothing is wanted any more does nothing, also when a project has changed', async () => {
  const { reader, looks, pass } = world();
  reader.watch('gone')();
  reader.expire('gone');
  await pass(60_000);
  expect(looks).toEqual([]);
});

test('what stays in sight is read again after a while, after those that were never read', async () => {
  const { reader, reads, pass } = world();
  reader.watch('old');
  await pass(1_000);
  reader.watch('new');
  await pass(1_000);
  expect(reads).toEqual(['old', 'new']);
  await pass(4 * 60_000);
  expect(reads.filter((name) => name === 'old').length).toBeGreaterThanOrEqual(2);
});

test('others that a filter needs are read once each, after what is visible and within the same minute', async () => {
  const { reader, reads, pass } = world();
  reader.readAlso(names(100));
  reader.watch('seen');
  await pass(60_000);
  expect(reads[0]).toBe('seen');
  expect(reads.length, 'twenty at once and thirty a minute').toBeLessThanOrEqual(51);
  await pass(3 * 60_000);
  expect(names(100).filter((name) => reads.includes(name))).toHaveLength(100);
  expect(new Set(reads.filter((name) => name !== 'seen')).size).toBe(100);
  reader.readAlso([]);
  await pass(10 * 60_000);
  expect(reads.filter((name) => name !== 'seen')).toHaveLength(100);
});

test('while the page is hidden nothing is read; then reading continues', async () => {
  const { reader, reads, pass, look } = world();
  look(false);
  reader.watch('shop');
  reader.readAlso(['other']);
  await pass(60_000);
  expect(reads).toEqual([]);
  look(true);
  await pass(5_000);
  expect(reads).toEqual(['shop', 'other']);
});

test('what is visible and has changed since is read again soon, not after the while', async () => {
  const { reader, reads, pass } = world();
  reader.watch('shop');
  reader.watch('other');
  await pass(10_000);
  reader.expire('shop');
  await pass(1_000);
  expect(reads).toEqual(['shop', 'other', 'shop']);
});
