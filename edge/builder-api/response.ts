import { backoffMs } from '../../shared/backoff.ts';
import { PAGING_HEADERS } from '../../shared/builder-api/projects.ts';
import { type EnvelopeErrors, envelope } from '../../shared/edge-api/envelope.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { isRecord } from '../../shared/parse.ts';
import type { FailureKind, ServiceFailure } from '../../shared/service-failures.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import {
  failureOf,
  notAnswered,
  type Problem,
  parseJson,
  type RefusedResponse,
  waitAfter,
} from '../http/service-failure.ts';

export interface ServiceSuccess {
  ok: true;
  /** When it was asked for: what happened later is not in it. */
  askedAt: number;
  status: number;
  /** The body as received. */
  text: string;
  data: unknown;
  /** The paging headers of List Projects; empty for other operations. */
  paging: Paging;
}

export type ServiceResponse = ServiceSuccess | { ok: false; failure: ServiceFailure };

/** Reads where missing credits cause a 403 with a code of any name (service reference, Errors). */
const FORBIDDEN_MEANS_NO_CREDITS: ReadonlySet<string> = new Set([
  'getAccount',
  'getCreditCosts',
  'listProjects',
]);
/** Statuses of a request that was parsed and refused. */
const FORM_STATUSES: ReadonlySet<number> = new Set([400, 422]);
const PAGING_VALUE = /^(?:\d{1,12}|true|false)$/;

/**
 * Interprets a response of the service. Pure; accepts a success only in the documented form.
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
      return {
        ok: true,
        askedAt: now,
        status,
        text,
        data: parsed.data,
        paging: readPaging(operation, headers),
      };
    return { ok: false, failure: { ...notInForm(), httpStatus: status } };
  }
  const problem = problemOf(parsed, status);
  const refused: RefusedResponse = {
    ...{ status, headers, problem },
    notFound: problem?.code?.endsWith('_NOT_FOUND') ? 'not-found' : 'not-available',
    forbidden: FORBIDDEN_MEANS_NO_CREDITS.has(operation) ? 'no-credits' : null,
    fallback: `The service answered ${status}.`,
  };
  return { ok: false, failure: failureOf(refused, now) };
}

export const notInForm = (): ServiceFailure =>
  notAnswered('unexpected-answer', 'The answer is not in the documented form.');

/** What a refusal says; null: not in the service's form. Certain with a code, and if the key is rejected. */
function problemOf(parsed: unknown, status: number): Problem | null {
  const form = envelope.safeParse(parsed);
  const errors = form.success && form.data.errors ? form.data.errors : looseErrors(parsed, status);
  if (errors === null) return null;
  const code = errors.errorCode || null;
  const details = isRecord(errors.errorDetails) ? errors.errorDetails : null;
  return { code, message: errors.errorMessage ?? null, details, isCertain: code !== null || status === 401 };
}

/**
 * `{ error, code? }`: a rejected key, or an older project's refusal. `{ success: false, message, errors }`:
 * an invalid secret there, without a code but certain not to have been stored (service reference, Errors).
 */
function looseErrors(parsed: unknown, status: number): EnvelopeErrors | null {
  if (!isRecord(parsed)) return null;
  const { error, code, message } = parsed;
  if (typeof error === 'string')
    return { errorCode: typeof code === 'string' ? code : '', errorMessage: error };
  const failsValidation =
    FORM_STATUSES.has(status) && parsed.success === false && Array.isArray(parsed.errors);
  return failsValidation && typeof message === 'string'
    ? { errorCode: 'EDGE_SERVICE_REFUSED', errorMessage: message }
    : null;
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

const RETRIES_MAX = 2;
const BACKOFF_FIRST_MS = 200;
/** A longer wait is left to the caller, who responds with what is known. */
const WAIT_MAX_MS = 3000;

/** What may be over a moment later. */
const TRANSIENT: ReadonlySet<FailureKind> = new Set(['rate-limited', 'unreachable', 'service-failing']);

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
  if (!isRepeatable(operation) || !TRANSIENT.has(failure.kind) || tries > RETRIES_MAX) return null;
  const backoff = backoffMs(tries, BACKOFF_FIRST_MS, 2 * WAIT_MAX_MS) * (0.5 + random / 2);
  const wait = waitAfter(failure, backoff);
  return wait <= WAIT_MAX_MS ? wait : null;
}

const RETRIES_PER_MINUTE = 8;

/**
 * Limits the retries of an account's failing reads, all together: a Worker may make 50 calls per run on the
 * free plan, and tripling the load does not help a service that is down.
 */
export class RetryAllowance {
  #usedAt: InstantMs[] = [];

  /** @returns whether one more try is allowed; it then counts */
  take(now: InstantMs): boolean {
    this.#usedAt = this.#usedAt.filter((at) => now - at < MINUTE_MS);
    return this.#usedAt.length < RETRIES_PER_MINUTE && this.#usedAt.push(now) > 0;
  }
}
