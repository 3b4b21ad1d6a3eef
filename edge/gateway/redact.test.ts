import { expect, test } from 'vitest';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { matchAndCheck } from '../testing/match-and-check.ts';
import { forward, redact } from './gateway.ts';

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

test('a row reaches the browser, and what is typed of it the service, with every digit of its numbers', () => {
  const text = '{"errors":null,"data":{"rows":[{"account":9007199254740993,"password":"x"}]}}';
  const answer = {
    ok: true as const,
    askedAt: 0,
    status: 200,
    text,
    data: JSON.parse(text).data,
    paging: {},
  };
  expect(forward(catalogue.queryRows, answer, false)).toMatchObject({
    value: { text: '{"errors":null,"data":{"rows":[{"account":9007199254740993}]}}' },
  });
  const body = '{"env":"development","table":"sale","data":{"account":9007199254740993}}';
  const request = { method: 'PATCH', path: '/projects/shop/database/records/r1', search: '', body };
  expect(matchAndCheck({ ...request, hasHeader: () => false }, null)).toMatchObject({ value: { body } });
  const number = { ...request, body: '9007199254740993', hasHeader: () => false };
  expect(matchAndCheck(number, null)).toMatchObject({ ok: false });
});
