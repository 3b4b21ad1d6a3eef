import { expect, test } from 'vitest';
import { Closing } from './closing.ts';

test('what was started last is ended first', async () => {
  const order: number[] = [];
  const closing = new Closing();
  closing.add(() => void order.push(1));
  closing.add(async () => void order.push(2));
  await closing.closeAll();
  expect(order).toEqual([2, 1]);
});

test('one that fails to end does not keep the others running', async () => {
  let ended = false;
  const closing = new Closing();
  closing.add(() => {
    ended = true;
  });
  closing.add(() => {
    throw new Error('stuck');
  });
  await expect(closing.closeAll()).rejects.toThrow('Not everything');
  expect(ended).toBe(true);
});
