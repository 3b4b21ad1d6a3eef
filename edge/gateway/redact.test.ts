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

test.each([null, 'text', [1], { webhooks: 'no list' }, { webhooks: null }])('%j passes unharmed', (data) => {
  expect(redact(data, ['webhooks.*.headers', 'a.b'])).toEqual(data);
});
