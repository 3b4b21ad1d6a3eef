import type { EnvelopeErrors } from '../../shared/edge/envelope.ts';
import type { EdgeErrorCode } from '../../shared/edge/error-codes.ts';
import { type FailureKind, failure, type Outcome } from './failure.ts';

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
  EDGE_WEBHOOK_REJECTED: 'refused',
  EDGE_STORAGE_FAILED: 'edge-failing',
  EDGE_NOT_CONFIGURED: 'edge-not-configured',
  EDGE_INTERNAL: 'edge-failing',
};

/** Reads a failed answer; the service's own codes pass through the edge unchanged and are refusals. */
export function failureOf(status: number, errors: EnvelopeErrors | null): Outcome<never> {
  const code = errors?.errorCode ?? null;
  const known = code !== null && Object.hasOwn(KIND, code) ? KIND[code as EdgeErrorCode] : null;
  return failure(known ?? kindOfStatus(status), code, errors?.errorMessage ?? null);
}

function kindOfStatus(status: number): FailureKind {
  if (status === 401) return 'revoked';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'service-failing' : 'refused';
}
