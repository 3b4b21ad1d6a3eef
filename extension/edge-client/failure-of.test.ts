import { expect, test } from 'vitest';
import { EDGE_ERROR_STATUS, type EdgeErrorCode } from '../../shared/edge-api/error-codes.ts';
import type { FailureKind } from './failure.ts';
import { failureOf } from './failure-of.ts';

/** A new code of the edge's does not compile without saying here what it is to the user. */
const KIND: Record<EdgeErrorCode, FailureKind> = {
  EDGE_UNAUTHORIZED: 'revoked',
  EDGE_ROLE_FORBIDDEN: 'role',
  EDGE_CODE_INVALID: 'code-invalid',
  EDGE_TOO_MANY_TRIES: 'too-many-tries',
  EDGE_NOT_ALLOWED: 'role',
  EDGE_INVALID_REQUEST: 'refused',
  EDGE_NOT_FOUND: 'refused',
  EDGE_METHOD_NOT_ALLOWED: 'refused',
  EDGE_BODY_TOO_LARGE: 'refused',
  EDGE_KEY_MISSING: 'refused',
  EDGE_LAUNCH_IN_PROGRESS: 'refused',
  EDGE_KEY_REUSED: 'refused',
  EDGE_SPEND_GUARD: 'refused',
  EDGE_RATE_LIMITED: 'rate-limited',
  EDGE_KEY_REJECTED: 'key-rejected',
  EDGE_SERVICE_TIMEOUT: 'service-failing',
  EDGE_SERVICE_UNREACHABLE: 'service-failing',
  EDGE_SERVICE_UNEXPECTED: 'service-failing',
  EDGE_SERVICE_REFUSED: 'refused',
  EDGE_SERVICE_NO_CREDITS: 'refused',
  EDGE_SERVICE_FORBIDDEN: 'refused',
  EDGE_SERVICE_NOT_FOUND: 'refused',
  EDGE_SERVICE_NOT_AVAILABLE: 'refused',
  EDGE_SERVICE_RATE_LIMITED: 'rate-limited',
  EDGE_WEBHOOK_REJECTED: 'revoked',
  EDGE_STORAGE_FAILED: 'edge-failing',
  EDGE_NOT_CONFIGURED: 'edge-not-configured',
  EDGE_INTERNAL: 'edge-failing',
};

test.each(Object.entries(KIND) as [EdgeErrorCode, FailureKind][])('%s is %s to the user', (code, kind) => {
  const errors = { errorCode: code, errorMessage: 'Words' };
  expect(failureOf(EDGE_ERROR_STATUS[code], errors)).toEqual({
    ok: false,
    failure: { kind, code, message: 'Words' },
  });
});

test.each([
  [401, 'revoked'],
  [404, 'refused'],
  [429, 'rate-limited'],
  [500, 'service-failing'],
] as const)("what is not the edge's own goes by its status: %d", (status, kind) => {
  for (const errorCode of ['PROJECT_NOT_FOUND', 'toString']) {
    expect(failureOf(status, { errorCode, errorMessage: '' })).toMatchObject({ failure: { kind } });
  }
  expect(failureOf(status, null)).toMatchObject({ failure: { kind, code: null } });
});
