import { expect, test } from 'vitest';
import { liveAddress } from './address.ts';

test('the live address keeps the security of the edge address', () => {
  expect(liveAddress('https://edge.example', 7)).toBe('wss://edge.example/live?cursor=7');
  expect(liveAddress('http://127.0.0.1:8787', 0)).toBe('ws://127.0.0.1:8787/live?cursor=0');
});
