import { expect, test } from 'vitest';
import type { ApiErrorKind } from '../edge-client/api-error.ts';
import { connectionWords } from './connection-words.ts';

const NOW = Date.UTC(2026, 10, 2, 12, 0);
const SINCE = NOW - 60_000;
const OF_WHEN = /As of /;

const factsOf = (cause: ApiErrorKind, readAt: number | null): string =>
  connectionWords({ kind: 'failing', cause, since: SINCE }, { host: 'edge.example', readAt, now: NOW })
    ?.facts ?? '';

test.each(['edge-timeout', 'edge-failing', 'key-rejected', 'account-unconfirmed', 'storage-full'] as const)(
  '%s: of when it is, where anything has been read',
  (cause) => {
    expect(factsOf(cause, NOW - 3_600_000)).toMatch(OF_WHEN);
    expect(factsOf(cause, null)).not.toMatch(OF_WHEN);
  },
);

test('a service that answers with errors has failed since the first of them, not since the last reading', () => {
  expect(factsOf('service-failing', NOW - 3_600_000)).toBe(factsOf('service-failing', null));
});
