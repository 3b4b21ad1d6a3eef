import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { catalogue } from './catalogue.ts';
import { isCidr } from './limits.ts';
import type { Operation } from './operation.ts';

test.each([
  '10.0.0.0/8',
  '0.0.0.0/0',
  '255.255.255.255/32',
  '::/0',
  '2001:db8::/32',
  '::ffff:1.2.3.4/128',
  '1:2:3:4:5:6:7:8/64',
])('%s is a range', (text) => expect(isCidr(text)).toBe(true));

test.each([
  '',
  '10.0.0.0',
  '10.0.0/8',
  '10.0.0.256/8',
  '10.0.0.0/33',
  '01.0.0.0/8',
  ':::/8',
  '1:2:3:4:5:6:7/64',
  '::1::/3',
  '2001:db8::/129',
  'g::/8',
  '1.2.3.4/8/8',
  '1:2:3:4:5:6:7:8::/64',
])('%s is none (service reference, INVALID_CIDR)', (text) => expect(isCidr(text)).toBe(false));

test('no operation that a browser calls as it is takes a cap or a budget: those are compared before they are set', () => {
  const takesOne = Object.entries<Operation>(catalogue)
    .filter(([, { reach, body }]) => reach === 'gateway' && body !== null)
    .filter(([, { body }]) =>
      /cap|budget|limit"/i.test(
        JSON.stringify(z.toJSONSchema(body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' })),
      ),
    )
    .map(([name]) => name);
  // A number of rows, and none of credits.
  expect(takesOne.toSorted()).toEqual(['queryRows', 'queryTable']);
});
