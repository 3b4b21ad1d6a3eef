import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';
import { askedAgain, chainOf, type MarkedRun } from './chain.ts';
import type { WorkMark } from './row.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const at = (minute: number) => NOON + minute * MINUTE_MS;
const run = (id: number, mark: WorkMark | null = null, more: Partial<MarkedRun> = {}): MarkedRun => ({
  ...{ id, kind: 'run', begunAt: at(10 * id), endedAt: at(10 * id + 5), ending: 'succeeded' },
  ...{ credits: 10, refunded: null, mark: mark && { mark, by: 'Ada', at: at(10 * id + 6) } },
  ...more,
});
const chain = (rows: MarkedRun[], stars: number[] = [], now = at(100)) => chainOf(rows, stars, now);

test('nobody said anything: there is no chain, however many runs there are', () => {
  expect(chain([])).toBeNull();
  expect(chain([run(1), run(2), run(3)])).toBeNull();
});

test('it begins with the run that was said not to have fixed something, and counts what follows', () => {
  expect(chain([run(1), run(2, 'not-fixed'), run(3), run(4)])).toEqual({
    ...{ workId: 2, lastWorkId: 4, markedAt: at(26), since: at(20), lastAt: at(40) },
    ...{ count: 3, credits: 30, isAtLeast: false, told: 1, end: null },
  });
});

describe('it ends', () => {
  const open = [run(1, 'not-fixed'), run(2), run(3)];
  test('when somebody says that it is fixed, and a later run begins none', () => {
    expect(chain([run(1, 'not-fixed'), run(2, 'fixed')])?.end).toBe('works');
    expect(chain([run(1, 'not-fixed'), run(2, 'fixed'), run(3)])).toMatchObject({ end: 'works', count: 2 });
  });
  test('when a version that a run of it made is starred, not when an earlier one is', () => {
    expect(chain(open, [at(33)])?.end).toBe('works');
    expect(chain(open, [at(5)])?.end).toBeNull();
  });
  test('when a version is restored, unless that failed', () => {
    const restore = (ending: MarkedRun['ending']) => run(4, null, { kind: 'restore', ending });
    expect(chain([...open, restore(null)])?.end).toBe('works');
    expect(chain([...open, restore('failed')])?.end).toBeNull();
  });
  test('a day after its last prompt, which does not say that it works', () => {
    expect(chain(open, [], at(30) + DAY_MS)?.end).toBeNull();
    expect(chain(open, [], at(30) + DAY_MS + 1)?.end).toBe('quiet');
    expect(chain([...open, run(4, null, { begunAt: at(30) + DAY_MS + 1 })], [], at(40) + DAY_MS)?.end).toBe(
      'quiet',
    );
  });
});

test('a new word begins a new one after the former has ended', () => {
  expect(chain([run(1, 'not-fixed'), run(2, 'fixed'), run(3, 'not-fixed')])).toMatchObject({
    ...{ workId: 3, count: 1, end: null },
  });
});

test('taken back, it is as if nobody had said it', () => {
  expect(chain([run(1), run(2, 'not-fixed')])).toMatchObject({ workId: 2 });
  expect(chain([run(1), run(2)])).toBeNull();
});

test('what was refunded cost nothing; what is not known makes the sum at least', () => {
  const failed = run(2, null, { ending: 'failed', refunded: true, credits: 40 });
  expect(chain([run(1, 'not-fixed'), failed])).toMatchObject({ credits: 10, isAtLeast: false });
  expect(chain([run(1, 'not-fixed'), run(2, null, { credits: null })])).toMatchObject({ isAtLeast: true });
  const going = run(2, null, { credits: null, ending: null });
  expect(chain([run(1, 'not-fixed'), going]), 'one under way').toMatchObject({ isAtLeast: false });
});

test('it is told with its third run, and each time that its cost has doubled since', () => {
  const told = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(
    (count) => chain(Array.from({ length: count }, (_, n) => run(n + 1, n === 0 ? 'not-fixed' : null)))?.told,
  );
  expect(told).toEqual([0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3]);
  const free = [1, 2, 3, 4, 5].map((id) => run(id, id === 1 ? 'not-fixed' : null, { credits: null }));
  expect(chain(free)?.told, 'of nothing there is no double').toBe(1);
});

test('it counts only runs since the word, and no more than there are', () => {
  const runs = fc.array(fc.constantFrom<WorkMark | null>(null, null, 'not-fixed', 'fixed'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(runs, (marks) => {
      const rows = marks.map((mark, id) => run(id, mark));
      const found = chain(rows);
      if (!marks.includes('not-fixed')) {
        expect(found).toBeNull();
        return;
      }
      const first = rows.find(({ id }) => id === found?.workId);
      expect(first?.mark?.mark).toBe('not-fixed');
      expect(found?.credits).toBe(10 * (found?.count ?? 0));
      expect(found?.lastAt).toBe(at(10 * (found?.lastWorkId ?? 0)));
    }),
  );
});

describe('a prompt that was sent before', () => {
  const asked = (words: string, ...runs: { prompt: string; ending?: MarkedRun['ending']; ago?: number }[]) =>
    askedAgain(
      words,
      runs.map(({ prompt, ending = 'succeeded', ago = HOUR_MS }) => ({
        ...{ kind: 'run' as const, prompt, ending, mark: null, begunAt: NOON - ago },
      })),
      NOON,
    )?.prompt ?? null;
  const menu = { prompt: 'The menu does not close!' };

  test('asks whether it was not fixed, but for case and punctuation', () => {
    expect(asked('the menu does not close', menu)).toBe(menu.prompt);
    expect(asked('The menu does not open', menu)).toBeNull();
    expect(asked('', { prompt: '' })).toBeNull();
  });
  test('only of the last three, of a day, after a success', () => {
    const other = { prompt: 'Add a page' };
    expect(asked(menu.prompt, other, other, menu)).toBe(menu.prompt);
    expect(asked(menu.prompt, other, other, other, menu)).toBeNull();
    expect(asked(menu.prompt, { ...menu, ago: DAY_MS })).toBeNull();
    expect(asked(menu.prompt, { ...menu, ending: 'failed' })).toBeNull();
  });
});
