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

type RespondedKind = Exclude<
  FailureKind,
  | 'key-rejected'
  | 'account-unconfirmed'
  | 'timeout'
  | 'unreachable'
  | 'not-configured'
  | 'answer-too-large'
  | 'unexpected-answer'
>;

/** The code for a failure without one; its status is kept. */
const CODE_WITHOUT_ONE: Record<RespondedKind, EdgeErrorCode> = {
  'no-credits': 'EDGE_SERVICE_NO_CREDITS',
  forbidden: 'EDGE_SERVICE_FORBIDDEN',
  'not-found': 'EDGE_SERVICE_NOT_FOUND',
  'not-available': 'EDGE_SERVICE_NOT_AVAILABLE',
  'rate-limited': 'EDGE_SERVICE_RATE_LIMITED',
  'too-large': 'EDGE_BODY_TOO_LARGE',
  refused: 'EDGE_SERVICE_REFUSED',
  'service-failing': 'EDGE_SERVICE_UNEXPECTED',
};

/**
 * The error that a browser gets for a failed call of the service: its code and status unchanged, except for a
 * rejected key.
 */
export function apiErrorOf(failure: ServiceFailure): ApiError {
  const { kind, httpStatus, code, message, details, retryAfterMs } = failure;
  const waits = retryAfterMs === null ? {} : { retryAfterMs };
  const words = `${FAILURE_WORDS[kind].says} ${FAILURE_WORDS[kind].action}`;
  switch (kind) {
    case 'key-rejected':
      return apiError('EDGE_KEY_REJECTED', words);
    case 'account-unconfirmed':
      return apiError('EDGE_ACCOUNT_UNCONFIRMED', words);
    case 'timeout':
      return apiError('EDGE_SERVICE_TIMEOUT', words);
    case 'unreachable':
      return apiError('EDGE_SERVICE_UNREACHABLE', words, waits);
    case 'not-configured':
      return apiError('EDGE_NOT_CONFIGURED', words);
    case 'answer-too-large':
      return apiError('EDGE_ANSWER_TOO_LARGE', message);
    case 'unexpected-answer':
      return apiError('EDGE_SERVICE_UNEXPECTED', words);
    case 'no-credits':
    case 'forbidden':
    case 'not-found':
    case 'not-available':
    case 'rate-limited':
    case 'too-large':
    case 'refused':
    case 'service-failing':
      if (code === null || httpStatus === null)
        return {
          ...apiError(CODE_WITHOUT_ONE[kind], `${words} (${message})`, waits),
          status: httpStatus === null || httpStatus >= 500 ? 502 : httpStatus,
        };
      return { status: httpStatus, code, message, details, retryAfterMs };
  }
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

/** Responds with a text that already is an envelope. */
export function respondText(text: string, status: number, headers: Record<string, string> = {}): Response {
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
