import { EDGE_ERROR_STATUS, type EdgeErrorCode } from '../../shared/edge-api/envelope.ts';
import { FAILURE_WORDS, type FailureKind, type ServiceFailure } from '../../shared/service-failures.ts';
import { SECOND_MS } from '../../shared/time.ts';
import type { EdgeContext } from './context.ts';

/** An error in the form of a response; can be passed from the object to the Worker. */
export interface ApiError {
  status: number;
  code: string;
  message: string;
  details: Record<string, unknown> | null;
  retryAfterMs: number | null;
  /** For a paid call: whether it was decided before, under the same idempotency key. */
  replayed?: boolean;
}

export type Failed = { ok: false; error: ApiError };
export type Result<T> = { ok: true; value: T } | Failed;

export function success<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function apiError(
  code: EdgeErrorCode,
  message: string,
  extra: { details?: Record<string, unknown>; retryAfterMs?: number } = {},
): ApiError {
  return {
    status: EDGE_ERROR_STATUS[code],
    code,
    message,
    details: extra.details ?? null,
    retryAfterMs: extra.retryAfterMs ?? null,
  };
}

export function fail(...given: Parameters<typeof apiError>): Failed {
  return { ok: false, error: apiError(...given) };
}

/** An invalid request: 400, with the service's own code where it has one. @param field empty = the body */
export function invalid(field: string, words: string, code: string = 'EDGE_INVALID_REQUEST'): Failed {
  const named = field || 'body';
  const error = apiError('EDGE_INVALID_REQUEST', `${named} ${words}.`, { details: { field: named } });
  return { ok: false, error: { ...error, code } };
}

/** The code of each kind of failure that has none of the service's; its status is kept. */
export const FAILURE_CODES: Record<FailureKind, EdgeErrorCode> = {
  'key-rejected': 'EDGE_KEY_REJECTED',
  'account-unconfirmed': 'EDGE_ACCOUNT_UNCONFIRMED',
  timeout: 'EDGE_SERVICE_TIMEOUT',
  unreachable: 'EDGE_SERVICE_UNREACHABLE',
  'not-configured': 'EDGE_NOT_CONFIGURED',
  'answer-too-large': 'EDGE_ANSWER_TOO_LARGE',
  'unexpected-answer': 'EDGE_SERVICE_UNEXPECTED',
  'no-credits': 'EDGE_SERVICE_NO_CREDITS',
  forbidden: 'EDGE_SERVICE_FORBIDDEN',
  'not-found': 'EDGE_SERVICE_NOT_FOUND',
  'not-available': 'EDGE_SERVICE_NOT_AVAILABLE',
  'rate-limited': 'EDGE_SERVICE_RATE_LIMITED',
  'too-large': 'EDGE_BODY_TOO_LARGE',
  refused: 'EDGE_SERVICE_REFUSED',
  'service-failing': 'EDGE_SERVICE_UNEXPECTED',
};

/** Failures in which the service refused nothing that was asked: the edge's own words and status say so. */
const IS_OURS: ReadonlySet<FailureKind> = new Set([
  'key-rejected',
  'account-unconfirmed',
  'timeout',
  'unreachable',
  'not-configured',
  'unexpected-answer',
]);

/** The error that a browser gets for a failed call of the service: a refusal with its own code and status. */
export function apiErrorOf(failure: ServiceFailure): ApiError {
  const { kind, httpStatus, code, message, details, retryAfterMs } = failure;
  const words = `${FAILURE_WORDS[kind].says} ${FAILURE_WORDS[kind].action}`;
  if (kind === 'answer-too-large') return apiError(FAILURE_CODES[kind], message);
  if (IS_OURS.has(kind)) return apiError(FAILURE_CODES[kind], words);
  if (code !== null && httpStatus !== null)
    return { status: httpStatus, code, message, details, retryAfterMs };
  return {
    ...apiError(FAILURE_CODES[kind], `${words} (${message})`),
    retryAfterMs,
    status: httpStatus === null || httpStatus >= 500 ? 502 : httpStatus,
  };
}

export function failedCall(failure: ServiceFailure): Failed {
  return { ok: false, error: apiErrorOf(failure) };
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Responds with a result in the envelope: its value, or its error. */
export function respond<T>(c: EdgeContext, result: Result<T>, status = 200): Response {
  if (!result.ok) return respondError(c, result.error);
  return respondText(JSON.stringify({ errors: null, data: result.value }), status);
}

/** Statuses whose responses have no body (Fetch standard): the envelope is one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Responds with a text that already is an envelope. */
export function respondText(text: string, given: number, headers: Record<string, string> = {}): Response {
  const status = WITHOUT_BODY.has(given) ? 200 : given;
  return new Response(text, { status, headers: { 'content-type': JSON_TYPE, ...headers } });
}

export function respondError(c: EdgeContext, error: ApiError): Response {
  c.set('code', error.code);
  return errorResponse(error);
}

/** An error in the envelope, with `Retry-After` when known. */
export function errorResponse({
  status,
  code,
  message,
  details,
  retryAfterMs,
  replayed,
}: ApiError): Response {
  const errors = { errorCode: code, errorMessage: message, ...(details ? { errorDetails: details } : {}) };
  return respondText(JSON.stringify({ errors, data: null }), status, {
    ...(retryAfterMs === null
      ? {}
      : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / SECOND_MS))) }),
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  });
}
