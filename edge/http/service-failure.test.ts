import { expect, test } from 'vitest';
import { failureOf, notAnswered, notSent, type Problem, waitAfter } from './service-failure.ts';

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
  // The service may go on after it gave up waiting; a proxy or a fault in the middle knows nothing of it.
  for (const status of [302, 408, 500, 502, 504])
    expect(failed(status, OWN).isCertain, `a ${status}`).toBe(false);
});

test('a refusal of the size is one of the request, and a message that is missing is replaced', () => {
  const problem = { ...OWN, message: null };
  expect(failed(413, problem)).toMatchObject({ kind: 'too-large', message: 'It answered 413.' });
});

const STATUSES = [
  302, 400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 425, 429, 451, 500, 502, 503, 504, 520,
];
const NOT_READ = ['unreachable', 'unexpected-answer'];

test.each(STATUSES)(
  'a %i means nothing where its body is not in the form of the service, or a firewall has answered',
  (status) => {
    const challenged = failed(
      status,
      { ...OWN, code: 'INSUFFICIENT_CREDITS' },
      { 'cf-mitigated': 'challenge' },
    );
    for (const { kind, code, isCertain } of [failed(status, null), challenged]) {
      expect(NOT_READ).toContain(kind);
      expect([code, isCertain]).toEqual([null, false]);
    }
    const forbidden = { status, problem: null, headers: new Headers(), notFound: 'not-found' as const };
    expect(NOT_READ).toContain(failureOf({ ...forbidden, forbidden: 'no-credits', fallback: '' }, 0).kind);
  },
);

test.each([
  ['30', 30_000],
  ['0', 0],
  ['007', 7_000],
  ['0.5', null],
  ['.5', null],
  ['1,5', null],
  ['-3', null],
  ['2026', 2_026_000],
  ['2026-11-28', null],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 1969 00:00:00 GMT', 0],
  ['86400', 3_600_000],
  ['soon', null],
  ['', null],
])('"Retry-After: %s" is a wait of at most an hour', (header, ms) => {
  expect(failed(429, OWN, { 'retry-after': header }).retryAfterMs).toBe(ms);
});

test.each([
  [null, 5_000, 5_000],
  [0, 5_000, 5_000],
  [4_999, 5_000, 5_000],
  [60_000, 5_000, 60_000],
])('a wait of %s ms that was asked for never shortens the own', (retryAfterMs, own, waits) => {
  expect(waitAfter({ retryAfterMs }, own)).toBe(waits);
});
