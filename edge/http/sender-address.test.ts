import { expect, test } from 'vitest';
import { senderAddress } from './sender-address.ts';

const sender = (address: string | null) =>
  senderAddress(
    new Request('https://edge.test', address === null ? {} : { headers: { 'cf-connecting-ip': address } }),
  );

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  [null, 'unknown'],
])('%j is counted as %s', (address, counted) => {
  expect(sender(address)).toBe(counted);
});
