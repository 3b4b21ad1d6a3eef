import { expect, test } from 'vitest';
import { senderOf } from './caller.ts';

const sender = (address: string | null) =>
  senderOf(
    new Request('https://edge.test', address === null ? {} : { headers: { 'cf-connecting-ip': address } }),
  );

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1/48'],
  ['2001:DB8:1:2::9', '2001:db8:1:2', '2001:db8:1/48'],
  ['2001:db8::9', '2001:db8:0:0', '2001:db8:0/48'],
  ['2001:db8::', '2001:db8:0:0', '2001:db8:0/48'],
  ['::1', '0:0:0:0', '0:0:0/48'],
  [null, 'unknown', 'unknown'],
])('%j is counted as %s, in %s', (result, address, network) => {
  expect(sender(result)).toEqual({ address, network });
});
