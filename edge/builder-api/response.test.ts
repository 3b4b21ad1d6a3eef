import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../shared/time.ts';
import { RetryAllowance } from './response.ts';

test('eight tries a minute are made again, all calls together; a minute later others may be', () => {
  const retries = new RetryAllowance();
  const taken = (now: number) => Array.from({ length: 20 }, () => retries.take(now)).filter(Boolean).length;
  expect([taken(0), taken(MINUTE_MS - 1), taken(MINUTE_MS)]).toEqual([8, 0, 8]);
});
