import { describe, expect, test } from 'vitest';
import { EDGE_ERROR_STATUS, type EdgeErrorCode } from '../../shared/edge-api/envelope.ts';
import { IN_DOUBT } from './api-error.ts';
import { apiErrorOf } from './edge-client.ts';

const codes = Object.entries(EDGE_ERROR_STATUS) as [EdgeErrorCode, number][];
const kindOf = (code: string, status: number) =>
  apiErrorOf(status, { errorCode: code, errorMessage: 'Words' }).error.kind;
const of = (wanted: (code: EdgeErrorCode, status: number) => boolean) =>
  codes.filter(([code, status]) => wanted(code, status));

describe("the edge's own codes, in the words of the user", () => {
  const isOfAService = (code: EdgeErrorCode) => /^EDGE_(?:SERVICE_|DATA_(?!KEY_)|ANSWER_)/.test(code);

  test.each(of((code, status) => isOfAService(code) && status >= 500))(
    '%s blames the service',
    (code, status) => expect(kindOf(code, status)).toBe('service-failing'),
  );

  test.each(of((code, status) => !isOfAService(code) && code !== 'EDGE_CHANNEL_FAILED' && status >= 500))(
    '%s blames the edge, its settings or its key, never the service',
    (code, status) =>
      expect(['edge-failing', 'edge-not-configured', 'key-rejected']).toContain(kindOf(code, status)),
  );

  test.each(of((_code, status) => status === 429))('%s says to wait', (code, status) =>
    expect(['rate-limited', 'too-many-tries']).toContain(kindOf(code, status)),
  );

  test.each(of((_code, status) => status < 500 && status !== 429))(
    '%s is a decision: a retry changes nothing, and nothing was done',
    (code, status) => expect(IN_DOUBT.has(kindOf(code, status))).toBe(false),
  );

  test.each([
    ['EDGE_UNAUTHORIZED', 'revoked'],
    ['EDGE_ROLE_FORBIDDEN', 'role'],
    ['EDGE_CODE_INVALID', 'code-invalid'],
    ['EDGE_TOO_MANY_TRIES', 'too-many-tries'],
    ['EDGE_NOT_CONFIGURED', 'edge-not-configured'],
    ['EDGE_CHANNEL_FAILED', 'refused'],
    ['EDGE_KEY_REJECTED', 'key-rejected'],
    ['EDGE_SPEND_GUARD', 'refused'],
  ] as const)('%s has a way out of its own: %s', (code, kind) =>
    expect(kindOf(code, EDGE_ERROR_STATUS[code])).toBe(kind),
  );
});

test('code and words come along, to be shown as detail', () => {
  expect(apiErrorOf(402, { errorCode: 'INSUFFICIENT_CREDITS', errorMessage: 'Not enough' })).toEqual({
    ok: false,
    error: { kind: 'refused', code: 'INSUFFICIENT_CREDITS', message: 'Not enough' },
  });
});

test.each([
  [401, 'revoked'],
  [404, 'refused'],
  [429, 'rate-limited'],
  [500, 'service-failing'],
] as const)("what is not the edge's own goes by its status: %d", (status, kind) => {
  for (const code of ['PROJECT_NOT_FOUND', 'toString']) expect(kindOf(code, status)).toBe(kind);
  expect(apiErrorOf(status, null)).toMatchObject({ error: { kind, code: null } });
});
