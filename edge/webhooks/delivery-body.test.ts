import { expect, test } from 'vitest';
import { parseDeliveryBody } from './delivery-body.ts';

const parse = (value: unknown) =>
  parseDeliveryBody(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)));

test('the time of the event is `data.at`, else the timestamp of the body', () => {
  const timestamp = '2026-11-20T10:00:00Z';
  const at = '2026-11-20T09:59:00.500Z';
  expect(parse({ event: 'e', timestamp, data: { at } })?.at).toBe(Date.parse(at));
  expect(parse({ event: 'e', timestamp, data: { at: 'soon' } })?.at).toBe(Date.parse(timestamp));
  expect(parse({ event: 'e', data: {} })?.at).toBeNull();
});

test('unknown events and extra fields are kept', () => {
  const parsed = parse({ event: 'project.teleported', extra: 1, data: { projectId: 'p', deep: { a: [1] } } });
  expect(parsed).toMatchObject({ event: 'project.teleported', projectId: 'p', data: { deep: { a: [1] } } });
});

test('data that is no object leaves the event without data', () => {
  for (const data of [null, 7, 'x', [1], undefined])
    expect(parse({ event: 'e', data })).toMatchObject({ data: {} });
});

test.each([
  '',
  'null',
  '[]',
  '7',
  '"e"',
  '{',
  '{}',
  '{"event":7}',
  '{"event":""}',
  `{"event":"${'x'.repeat(101)}"}`,
])('no event can be read from %j', (text) => {
  expect(parse(text)).toBeNull();
});

test('bytes that are no UTF-8 are no event', () => {
  expect(parseDeliveryBody(new Uint8Array([0x7b, 0xff, 0x7d]))).toBeNull();
});
