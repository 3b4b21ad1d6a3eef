import { expect, test } from 'vitest';
import { hex } from '../../http/digest.ts';
import { fromHex } from './signing-key.ts';

test('every byte survives hex, in small and in large letters', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(fromHex(hex(all.buffer))).toEqual(all);
  expect(fromHex(hex(all.buffer).toUpperCase())).toEqual(all);
  expect(hex(Uint8Array.of(0, 10, 255).buffer)).toBe('000aff');
});
