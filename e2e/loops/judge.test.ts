import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { loopAt, readHistories } from './judge.ts';

const scores = z.object({
  histories: z.array(z.object({ id: z.string(), isLoop: z.boolean(), by: z.number().optional() })),
});

const FOUND_MIN = 36;
const FALSE_MAX = 2;

const judged = (name: string) => {
  const file = join(import.meta.dirname, name);
  const known = scores.parse(JSON.parse(readFileSync(file, 'utf8'))).histories;
  return readHistories(file).map((history, at) => ({ ...known[at]!, at: loopAt(history) }));
};

test('of 40 loops in ten languages at least 36 are found by the prompt that their history names', () => {
  const loops = judged('loops.json');
  expect(loops).toHaveLength(40);
  const missed = loops.filter(({ at, by }) => at === null || at > (by ?? 0)).map(({ id }) => id);
  expect(loops.length - missed.length, `missed: ${missed.join(', ')}`).toBeGreaterThanOrEqual(FOUND_MIN);
});

test('of 60 healthy histories at most 2 are called a loop', () => {
  const healthy = judged('healthy.json');
  expect(healthy).toHaveLength(60);
  const called = healthy.filter(({ at }) => at !== null).map(({ id }) => id);
  expect(called.length, `called loops: ${called.join(', ')}`).toBeLessThanOrEqual(FALSE_MAX);
});
