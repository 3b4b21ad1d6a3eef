import type { EnvelopeErrors } from '../../shared/edge-api/envelope.ts';
import type { EdgeErrorCode } from '../../shared/edge-api/error-codes.ts';
import { type FailureKind, failure, type Outcome } from './failure.ts';

/** What the edge's own codes mean beyond their status. */
const KIND: Partial<Record<EdgeErrorCode, FailureKind>> = {
  EDGE_ROLE_FORBIDDEN: 'role',
  EDGE_NOT_ALLOWED: 'role',
  EDGE_CODE_INVALID: 'code-invalid',
  EDGE_TOO_MANY_TRIES: 'too-many-tries',
  EDGE_KEY_REJECTED: 'key-rejected',
  EDGE_NOT_CONFIGURED: 'edge-not-configured',
  EDGE_STORAGE_FAILED: 'edge-failing',
  EDGE_INTERNAL: 'edge-failing',
};

/** Reads a failed answer; the service's own codes pass through the edge unchanged and are refusals. */
export function failureOf(status: number, errors: EnvelopeErrors | null): Outcome<never> {
  const code = errors?.errorCode ?? null;
  const known = code !== null && Object.hasOwn(KIND, code) && KIND[code as EdgeErrorCode];
  return failure(known || kindOfStatus(status), code, errors?.errorMessage ?? null);
}

function kindOfStatus(status: number): FailureKind {
  if (status === 401) return 'revoked';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'service-failing' : 'refused';
}
