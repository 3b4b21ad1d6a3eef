import { expect, test } from 'vitest';
import { MAX_DELIVERY_BYTES, readCapped } from './capped-body.ts';

function streamOf(sizes: number[], onPull: () => void = () => {}): ReadableStream<Uint8Array> {
  const rest = [...sizes];
  return new ReadableStream(
    {
      pull(controller) {
        const size = rest.shift();
        if (size === undefined) return controller.close();
        onPull();
        controller.enqueue(new Uint8Array(size).fill(1));
      },
    },
    { highWaterMark: 0 },
  );
}

test('a body of exactly 256 KiB is read, one byte more is not', async () => {
  expect((await readCapped(streamOf([MAX_DELIVERY_BYTES - 10, 10])))?.length).toBe(MAX_DELIVERY_BYTES);
  expect(await readCapped(streamOf([MAX_DELIVERY_BYTES, 1]))).toBeNull();
});

test('what is beyond the cap is not read at all', async () => {
  let pulled = 0;
  await readCapped(streamOf(Array(100).fill(64 * 1024), () => pulled++));
  expect(pulled).toBe(5);
});

test('no body is an empty one', async () => {
  expect(await readCapped(null)).toEqual(new Uint8Array(0));
});
