import { expect, test } from 'vitest';
import { eventIdOf } from './event-id.ts';
import { eventKey } from './event-key.ts';

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
