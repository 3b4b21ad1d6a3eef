import { expect, test } from 'vitest';
import { redact } from './gateway.ts';

test('a field is taken out of every element and of nothing else', () => {
  const data = { webhooks: [{ id: 1, headers: { a: 'b' } }, { id: 2 }], headers: 'kept' };
  expect(redact(data, ['webhooks.*.headers'])).toEqual({
    webhooks: [{ id: 1 }, { id: 2 }],
    headers: 'kept',
  });
  expect(data.webhooks[0]).toHaveProperty('headers');
});

test('of fields whose values are secret the names stay, and nothing of any other shape', () => {
  const webhooks = [{ headers: { Authorization: 'Bearer x', 'X-Team': 1 } }, { headers: 'a: b' }, { id: 1 }];
  expect(redact({ webhooks }, ['webhooks.*.headers.*'])).toEqual({
    webhooks: [{ headers: { Authorization: null, 'X-Team': null } }, { headers: null }, { id: 1 }],
  });
});

test.each([null, 'text', [1], { webhooks: 'no list' }, { webhooks: null }])('%j passes unharmed', (data) => {
  expect(redact(data, ['webhooks.*.headers', 'a.b'])).toEqual(data);
});
