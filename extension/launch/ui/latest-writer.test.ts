import { expect, test } from 'vitest';
import { latestWriter } from './latest-writer.ts';

test('writes the newest of what comes while it writes, and says when all is written', async () => {
  const written: number[] = [];
  const settled: boolean[] = [];
  const writer = latestWriter<number>(
    async (value) => {
      await Promise.resolve();
      written.push(value);
    },
    (all) => settled.push(all),
  );
  await Promise.all([writer.write(1), writer.write(2), writer.write(3)]);
  expect(written).toEqual([1, 3]);
  expect(settled.at(-1)).toBe(true);
});

test('goes on after a write that failed', async () => {
  const written: number[] = [];
  const writer = latestWriter<number>(
    async (value) => {
      if (value === 1) throw new Error('full');
      written.push(value);
    },
    () => undefined,
  );
  await expect(writer.write(1)).rejects.toThrow('full');
  await writer.write(2);
  expect(written).toEqual([2]);
});
