import { expect, test } from 'vitest';
import { causeOf } from './failure-groups.ts';

test.each([
  [500, 'Internal error', '500'],
  [null, 'Timeout after 10003 ms', 'timeout after # ms'],
  [null, null, 'unknown'],
])('%s with "%s" is the cause "%s"', (httpStatus, error, cause) => {
  expect(causeOf({ httpStatus, error })).toBe(cause);
});
