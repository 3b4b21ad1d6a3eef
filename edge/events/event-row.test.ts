import { expect, test } from 'vitest';
import { KEPT_EVENT_EXAMPLE } from '../webhooks/testing/mutate-delivery.ts';
import {
  eventIdOf,
  eventKey,
  fitRow,
  MAX_FACT_CHARS,
  MAX_FACTS,
  MAX_METADATA_BYTES,
  pickFacts,
  shorten,
} from './event-row.ts';

test('keys in ascending order are events from the newest to the oldest', () => {
  const events: [number, number][] = [
    [1_700_000_000_000, 1],
    [1_763_640_000_000, 2],
    [1_763_640_000_000, 3],
    [1_763_640_000_001, 1_763_640_000],
    [9_999_999_999_999, 1_763_640_001],
  ];
  const keys = events.map(([at, seq]) => eventKey(at, seq));
  expect([...keys].sort()).toEqual([...keys].reverse());
  expect(new Set(keys.map((key) => key.length)).size).toBe(1);
});

test('an id that is missing, long or not plain text is replaced by the digest of the body', () => {
  expect(eventIdOf('deploy:1', 'd')).toBe('deploy:1');
  for (const header of [null, '', '  ', 'a b', 'é', 'x'.repeat(201), 'a\u0000'])
    expect(eventIdOf(header, 'd1')).toBe('body:d1');
});

test('primitive fields are picked, nested ones are not, and those of the row are not picked twice', () => {
  expect(
    pickFacts({
      projectId: 'p',
      at: 'x',
      status: 'error',
      fixAttempts: 2,
      refused: true,
      none: null,
      deep: {},
      list: [1],
    }),
  ).toEqual({ status: 'error', fixAttempts: 2, refused: true, none: null });
});

test('of the details of an error its message is picked', () => {
  expect(pickFacts({ errorDetails: { message: 'build failed', code: 1 } })).toEqual({
    errorDetails: 'build failed',
  });
});

test('however many and long the fields are, what views decide by comes first and the row fits', () => {
  const data: Record<string, unknown> = {};
  for (let i = 0; i < 500; i++) data[`field${i}`] = '🔥'.repeat(500);
  data.status = 'error';
  const facts = pickFacts(data);
  expect(Object.keys(facts)).toHaveLength(MAX_FACTS);
  const row = fitRow({ ...KEPT_EVENT_EXAMPLE, facts });
  expect(row.facts.status).toBe('error');
  expect(new TextEncoder().encode(JSON.stringify(row)).length).toBeLessThanOrEqual(MAX_METADATA_BYTES);
});

test('a shortened text never ends in half a character', () => {
  expect(shorten('ab🔥🔥', 4)).toBe('ab…');
  expect(shorten('x'.repeat(500), MAX_FACT_CHARS)).toHaveLength(MAX_FACT_CHARS);
  expect(shorten('short', 10)).toBe('short');
});

test('a row of the longest and strangest names fits too', () => {
  const strange = '\u0001'.repeat(100);
  const row = fitRow({
    ...KEPT_EVENT_EXAMPLE,
    id: `"${'\\'.repeat(199)}`,
    event: strange,
    projectId: '🔥'.repeat(50),
  });
  expect(new TextEncoder().encode(JSON.stringify(row)).length).toBeLessThanOrEqual(MAX_METADATA_BYTES);
});
