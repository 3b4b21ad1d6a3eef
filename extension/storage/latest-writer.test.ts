import { expect, test } from 'vitest';
import { latestWriter, type WriterState } from './latest-writer.ts';

test('writes the newest of what comes while it writes, and says when all is written', async () => {
  const written: number[] = [];
  const states: WriterState[] = [];
  const writer = latestWriter<number>(
    async (value) => {
      await Promise.resolve();
      written.push(value);
    },
    (state) => states.push(state),
  );
  expect(await Promise.all([writer.write(1), writer.write(2), writer.write(3)])).toEqual([true, true, true]);
  expect(written).toEqual([1, 3]);
  expect(states.at(-1)).toBe('written');
});

test('says that a write failed, and goes on with the next', async () => {
  const written: number[] = [];
  const states: WriterState[] = [];
  const writer = latestWriter<number>(
    async (value) => {
      if (value === 1) throw new Error('full');
      written.push(value);
    },
    (state) => states.push(state),
  );
  expect(await writer.write(1)).toBe(false);
  expect(states.at(-1)).toBe('failed');
  expect(await writer.write(2)).toBe(true);
  expect(written).toEqual([2]);
});
