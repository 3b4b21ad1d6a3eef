import { expect, test } from 'vitest';
import { readCappedBytes, TooLargeError } from './body.ts';

const MAX_BYTES = 256 * 1024;

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

test('a body of exactly the cap is read, one byte more is not', async () => {
  expect((await readCappedBytes(streamOf([MAX_BYTES - 10, 10]), MAX_BYTES)).length).toBe(MAX_BYTES);
  await expect(readCappedBytes(streamOf([MAX_BYTES, 1]), MAX_BYTES)).rejects.toThrow(TooLargeError);
});

test('what is beyond the cap is not read at all', async () => {
  let pulled = 0;
  const endless = streamOf(Array(100).fill(64 * 1024), () => pulled++);
  await expect(readCappedBytes(endless, MAX_BYTES)).rejects.toThrow(TooLargeError);
  expect(pulled).toBe(5);
});

test('no body is an empty one', async () => {
  expect(await readCappedBytes(null, MAX_BYTES)).toEqual(new Uint8Array(0));
});
