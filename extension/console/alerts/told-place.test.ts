import { expect, test } from 'vitest';
import { toldPlace } from './told-place.ts';

test.each([
  ['credit-cap:shop:development#2', 'projects/shop/limits'],
  ['delivery-failures:hook-1:500#1', 'webhooks/hook-1'],
  ['channel-failing:c#1', 'settings/alerts/c'],
  ['deploy:shop@1700000000000', 'projects/shop/ship'],
  ['event:e7', 'projects/shop/talk'],
  ['balance-forecast#1', '#/money'],
])('what a channel told under %s leads to %s', (key, address) => {
  expect(toldPlace({ key, notice: null, projectId: 'shop' })?.address).toMatch(new RegExp(`${address}$`));
});

test('what is about no project that is known leads nowhere', () => {
  expect(toldPlace({ key: 'event:e7', notice: null, projectId: null })).toBeNull();
});
