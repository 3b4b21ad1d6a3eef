import type { EdgeErrorCode } from '../../shared/edge-api/envelope.ts';
import type { GuardedPrompt } from '../../shared/edge-api/guards.ts';

/**
 * Why a request to the edge failed. Closed: every view has words and a remedy for each.
 * `refused`: by the service; `code` and `message` hold its reason.
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
  /** The field of the request that it is about, where the edge or the service names one. */
  field?: string;
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
