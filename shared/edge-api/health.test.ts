import { expect, test } from 'vitest';
import { API_VERSION, apiVersionOf, olderSide } from './health.ts';

test('of an edge and an extension of two versions the older one is named, whichever it is', () => {
  expect(olderSide(API_VERSION)).toBeNull();
  expect(olderSide(API_VERSION + 1)).toBe('extension');
  expect(olderSide(API_VERSION - 1)).toBe('edge');
});

test('an edge that shows no version, or none that can be read, is older than every version', () => {
  for (const header of [null, '', 'two', '-1', '1.5', '9'.repeat(40)])
    expect(olderSide(apiVersionOf(header)), String(header)).toBe('edge');
  expect(apiVersionOf('12')).toBe(12);
});
