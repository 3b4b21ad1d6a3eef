import { expect, test } from 'vitest';
import { failureOf, notAnswered, notSent, type Problem } from './service-failure.ts';

const OWN: Problem = { code: 'X', message: 'No.', details: null, isCertain: true };

const failed = (status: number, problem: Problem | null, headers: Record<string, string> = {}) =>
  failureOf(
    {
      ...{ status, problem, headers: new Headers(headers) },
      ...{ notFound: 'not-available' as const, forbidden: null, fallback: `It answered ${status}.` },
    },
    0,
  );

test('only a call that was not sent, or that the service refused in its own form, certainly did nothing', () => {
  expect([notSent('unreachable', '').isCertain, notAnswered('unreachable', '').isCertain]).toEqual([
    true,
    false,
  ]);
  for (const status of [400, 401, 402, 403, 404, 405, 409, 413, 422, 429])
    expect([failed(status, OWN).isCertain, failed(status, null).isCertain], `a ${status}`).toEqual([
      true,
      false,
    ]);
  // The service may go on after it gave up waiting, and a proxy or a fault in the middle says nothing of what was done.
  for (const status of [302, 408, 500, 502, 504])
    expect(failed(status, OWN).isCertain, `a ${status}`).toBe(false);
});

test('a refusal of the size is one of the request, and a message that is missing is replaced', () => {
  expect(failed(413, null)).toMatchObject({ kind: 'too-large', message: 'It answered 413.' });
});

test.each([
  ['30', 30_000],
  ['0.5', 500],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 1969 00:00:00 GMT', 0],
  ['86400', 3_600_000],
  ['soon', null],
])('"Retry-After: %s" is a wait of at most an hour', (header, ms) => {
  expect(failed(429, OWN, { 'retry-after': header }).retryAfterMs).toBe(ms);
});
