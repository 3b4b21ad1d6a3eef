import { expect, test } from 'vitest';
import { fromHex, toHex } from './hex.ts';

test('every byte survives hex, in small and in large letters', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(fromHex(toHex(all))).toEqual(all);
  expect(fromHex(toHex(all).toUpperCase())).toEqual(all);
  expect(toHex(Uint8Array.of(0, 10, 255))).toBe('000aff');
});
