import * as z from 'zod/mini';
import { capFound, type EdgeErrorCode, type EnvelopeErrors } from '../../shared/edge-api/envelope.ts';
import { type GuardedPrompt, guardedPrompt } from '../../shared/edge-api/guards.ts';
import { parse } from '../../shared/parse.ts';

/**
 * Why a request to the edge failed. Closed: every view has words and a remedy for each. `refused`: the service
 * refused; `code` and `message` hold its reason.
 */
export const API_ERROR_KINDS = [
  'not-paired',
  'bad-address',
  'offline',
  'edge-unreachable',
  'edge-timeout',
  'not-an-edge',
  'edge-failing',
  'edge-not-configured',
  'revoked',
  'role',
  'code-invalid',
  'too-many-tries',
  'rate-limited',
  'key-rejected',
  /** The edge has another key, and does not know whose account it opens. */
  'account-unconfirmed',
  'service-failing',
  'refused',
  /** A paid call that was confirmed for another edge, or for another account behind it. */
  'other-ledger',
  /** This browser can't store more: the request was not started. */
  'storage-full',
] as const;
export type ApiErrorKind = (typeof API_ERROR_KINDS)[number];

export type ApiError = {
  kind: ApiErrorKind;
  /** The service's or the edge's code, if any. */
  code: string | null;
  /** Its message, if any; shown only as a detail. */
  message: string | null;
  /** Which of a code's reasons applies, where the edge names one. */
  reason?: string;
  /** The cap that somebody else has set, where it was not what the request expected; null = none. */
  found?: number | null;
  guarded?: GuardedPrompt;
};

/** Outcome of a request. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: ApiError };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });

export const apiError = (
  kind: ApiErrorKind,
  code: string | null = null,
  message: string | null = null,
): { ok: false; error: ApiError } => ({ ok: false, error: { kind, code, message } });

/** Errors after which the request may have been executed anyway. */
export const IN_DOUBT: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>([
  'edge-timeout',
  'edge-unreachable',
  'edge-failing',
  'offline',
  'service-failing',
]);

/** Codes of the edge for an idempotency key that it knows: the request is being made, or was. */
export const KNOWN_KEY: ReadonlySet<string> = new Set<EdgeErrorCode>([
  'EDGE_LAUNCH_IN_PROGRESS',
  'EDGE_KEY_REUSED',
]);

/** Kinds of the edge's own codes where the status is not enough. */
const KIND: Partial<Record<EdgeErrorCode, ApiErrorKind>> = {
  EDGE_ROLE_FORBIDDEN: 'role',
  EDGE_NOT_ALLOWED: 'role',
  EDGE_CODE_INVALID: 'code-invalid',
  EDGE_OTHER_LEDGER: 'other-ledger',
  EDGE_TOO_MANY_TRIES: 'too-many-tries',
  EDGE_KEY_REJECTED: 'key-rejected',
  EDGE_ACCOUNT_UNCONFIRMED: 'account-unconfirmed',
  EDGE_DATA_KEY_REJECTED: 'key-rejected',
  EDGE_NOT_CONFIGURED: 'edge-not-configured',
  EDGE_STORAGE_FAILED: 'edge-failing',
  EDGE_OLDER_BUILD: 'edge-failing',
  // Neither the edge nor the builder service: its message says what the channel's own service answered.
  EDGE_CHANNEL_FAILED: 'refused',
  EDGE_INTERNAL: 'edge-failing',
};

/** Parses a refusal; the service's own codes pass the edge unchanged. */
export function apiErrorOf(status: number, errors: EnvelopeErrors | null): { ok: false; error: ApiError } {
  const code = errors?.errorCode ?? null;
  const known = code !== null && Object.hasOwn(KIND, code) && KIND[code as EdgeErrorCode];
  const failed = apiError(known || kindOfStatus(status), code, errors?.errorMessage ?? null);
  const guarded = code === 'EDGE_GUARDED' ? parse(guardedPrompt, errors?.errorDetails) : null;
  if (guarded !== null) return { ok: false, error: { ...failed.error, guarded } };
  const details = parse(refusalDetails, errors?.errorDetails);
  return details === null ? failed : { ok: false, error: { ...failed.error, ...details } };
}

const refusalDetails = z.union([z.object({ reason: z.string() }), capFound]);

function kindOfStatus(status: number): ApiErrorKind {
  if (status === 401) return 'revoked';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'service-failing' : 'refused';
}
