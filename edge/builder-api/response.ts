import { backoffMs } from '../../shared/backoff.ts';
import type { FailureKind, ServiceFailure } from '../../shared/builder-api/failures.ts';
import { PAGING_HEADERS } from '../../shared/builder-api/projects.ts';
import { type EnvelopeErrors, envelope } from '../../shared/edge-api/envelope.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';

export interface ServiceSuccess {
  ok: true;
  status: number;
  /** The body as received. */
  text: string;
  data: unknown;
  /** The paging headers of List Projects; empty for other operations. */
  paging: Paging;
}

export type ServiceResponse = ServiceSuccess | { ok: false; failure: ServiceFailure };

/** Reads where missing credits cause a 403 in an undocumented form (service reference, Errors). */
const FORBIDDEN_MEANS_NO_CREDITS: ReadonlySet<string> = new Set([
  'getAccount',
  'getCreditCosts',
  'listProjects',
]);
const NO_CREDITS = /INSUFFICIENT_CREDITS|CREDITS_EXHAUSTED/;
const SCOPE_CODES: ReadonlySet<string> = new Set([
  'OWNER_ONLY',
  'API_KEY_SCOPE_FORBIDDEN',
  'PROJECT_NOT_ALLOWED',
]);
const NOT_AVAILABLE: ReadonlySet<string> = new Set([
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ENGINE_NOT_SUPPORTED',
]);
/** Statuses of a request that was parsed and refused. */
const FORM_STATUSES: ReadonlySet<number> = new Set([400, 422]);
const MESSAGE_MAX = 1000;
const PAGING_VALUE = /^(?:\d{1,12}|true|false)$/;

/** A failure without a response. */
export function failureWithoutResponse(kind: FailureKind, message: string): ServiceFailure {
  return { kind, httpStatus: null, code: null, message, details: null, retryAfterMs: null };
}

/**
 * Interprets a response of the service. Pure; branches on the status first, as the reference requires, and accepts a
 * success only in the documented form.
 */
export function readResponse(
  operation: string,
  status: number,
  headers: Headers,
  text: string,
  now: number,
): ServiceResponse {
  const parsed = parseJson(text);
  if (status >= 200 && status < 300) {
    if (isRecord(parsed) && parsed.errors === null && 'data' in parsed)
      return { ok: true, status, text, data: parsed.data, paging: readPaging(operation, headers) };
    return failed('unexpected-answer', status, null, 'The answer is not in the documented form.', null);
  }
  const form = envelope.safeParse(parsed);
  const errors = form.success && form.data.errors ? form.data.errors : looseErrors(parsed, status);
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), now);
  const kind = kindOf(operation, status, errors);
  return failed(kind, status, errors, `The service answered ${status}.`, retryAfterMs);
}

function kindOf(operation: string, status: number, errors: EnvelopeErrors | null): FailureKind {
  const code = errors?.errorCode ?? '';
  if (status === 401) return 'key-rejected';
  if (status < 400) return 'unexpected-answer';
  if (status >= 500) return 'service-failing';
  if (NOT_AVAILABLE.has(code)) return 'not-available';
  if (status === 402 || NO_CREDITS.test(code)) return 'no-credits';
  if (status === 429) return 'rate-limited';
  if (status === 404) return code.endsWith('_NOT_FOUND') ? 'not-found' : 'not-available';
  if (status === 405 || status === 501) return 'not-available';
  if (status === 403 && SCOPE_CODES.has(code)) return 'forbidden';
  if (status === 403 && FORBIDDEN_MEANS_NO_CREDITS.has(operation)) return 'no-credits';
  if (errors === null) return 'unexpected-answer';
  if (status === 403 && code === '') return 'forbidden';
  return 'refused';
}

function failed(
  kind: FailureKind,
  httpStatus: number,
  errors: EnvelopeErrors | null,
  fallback: string,
  retryAfterMs: number | null,
): ServiceResponse {
  return {
    ok: false,
    failure: {
      kind,
      httpStatus,
      code: errors?.errorCode || null,
      message: (errors?.errorMessage || fallback).slice(0, MESSAGE_MAX),
      details: isRecord(errors?.errorDetails) ? errors.errorDetails : null,
      retryAfterMs,
    },
  };
}

/**
 * `{ error, code? }`: the form of a rejected key, and of an older project's refusals. `{ success: false, message,
 * errors }`: an invalid secret there, without a code but certain not to have been stored (service reference, Errors).
 */
function looseErrors(parsed: unknown, status: number): EnvelopeErrors | null {
  if (!isRecord(parsed)) return null;
  const { error, code, message } = parsed;
  const words = typeof error === 'string' ? error : typeof message === 'string' ? message : null;
  if (words === null) return null;
  const failsValidation =
    FORM_STATUSES.has(status) && parsed.success === false && Array.isArray(parsed.errors);
  const fallback = failsValidation ? 'EDGE_SERVICE_REFUSED' : '';
  return { errorCode: typeof code === 'string' ? code : fallback, errorMessage: words };
}

export type Paging = Partial<Record<(typeof PAGING_HEADERS)[number], string>>;

function readPaging(operation: string, headers: Headers): Paging {
  const paging: Paging = {};
  if (operation !== 'listProjects') return paging;
  for (const name of PAGING_HEADERS) {
    const value = headers.get(name);
    if (value !== null && PAGING_VALUE.test(value)) paging[name] = value;
  }
  return paging;
}

/** The total over all pages; null = not reported. */
export function totalOf({ 'x-total-count': total }: Paging): number | null {
  return total === undefined || Number.isNaN(Number(total)) ? null : Number(total);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const RETRIES_MAX = 2;
const BACKOFF_FIRST_MS = 200;
/** A longer wait is left to the caller, who responds with what is known. */
const WAIT_MAX_MS = 3000;

const TRANSIENT: Record<FailureKind, boolean> = {
  'key-rejected': false,
  'account-unconfirmed': false,
  'no-credits': false,
  forbidden: false,
  'not-found': false,
  'not-available': false,
  'rate-limited': true,
  refused: false,
  timeout: false,
  unreachable: true,
  'service-failing': true,
  'unexpected-answer': false,
  'not-configured': false,
};

/** Only free reads may be retried; everything else is sent once. */
export function isRepeatable({ method, cost }: Pick<Operation, 'method' | 'cost'>): boolean {
  return method === 'GET' && cost === 'free';
}

/**
 * How long to wait before the next try.
 * @param tries how many were made; @param random 0 to 1, so that concurrent callers don't retry together
 * @returns milliseconds, or null to give up
 */
export function nextTryAfterMs(
  operation: Pick<Operation, 'method' | 'cost'>,
  failure: ServiceFailure,
  tries: number,
  random: number,
): number | null {
  if (!isRepeatable(operation) || !TRANSIENT[failure.kind] || tries > RETRIES_MAX) return null;
  const backoff = backoffMs(tries, BACKOFF_FIRST_MS, 2 * WAIT_MAX_MS) * (0.5 + random / 2);
  const wait = Math.max(failure.retryAfterMs ?? 0, backoff);
  return wait <= WAIT_MAX_MS ? wait : null;
}

const LONGEST_MS = HOUR_MS;

/** Parses a `Retry-After` header, seconds or a date, as milliseconds from now, at most an hour; null when missing. */
export function parseRetryAfter(header: string | null, now: InstantMs): number | null {
  if (header === null) return null;
  const text = header.trim();
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(LONGEST_MS, Math.max(0, ms)) : null;
}

const RETRIES_PER_MINUTE = 8;

/**
 * Limits the retries of an account's failing reads, all together: a Worker may make 50 calls per run on the free
 * plan, and tripling the load does not help a service that is down.
 */
export class RetryAllowance {
  #usedAt: InstantMs[] = [];

  /** @returns whether one more try is allowed; it then counts */
  take(now: InstantMs): boolean {
    this.#usedAt = this.#usedAt.filter((at) => now - at < MINUTE_MS);
    return this.#usedAt.length < RETRIES_PER_MINUTE && this.#usedAt.push(now) > 0;
  }
}
