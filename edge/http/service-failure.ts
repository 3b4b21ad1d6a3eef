import type { FailureKind, ServiceFailure } from '../../shared/service-failures.ts';
import { saysNoCredits } from '../../shared/spending/no-credits.ts';
import { HOUR_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';

/** Refusals that mean the same in every operation; the services' codes are an open set. */
const NOT_AVAILABLE: ReadonlySet<string> = new Set([
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ENGINE_NOT_SUPPORTED',
]);
const SCOPE_CODES: ReadonlySet<string> = new Set([
  'OWNER_ONLY',
  'API_KEY_SCOPE_FORBIDDEN',
  'PROJECT_NOT_ALLOWED',
]);
const MESSAGE_MAX = 1000;
const RETRY_AFTER_MAX_MS = HOUR_MS;

const withoutResponse = (kind: FailureKind, message: string, isCertain: boolean): ServiceFailure => ({
  ...{ kind, httpStatus: null, code: null, message },
  ...{ details: null, retryAfterMs: null, isCertain },
});

/** A call that was not made, so nothing can have been done. */
export const notSent = (kind: FailureKind, message: string): ServiceFailure =>
  withoutResponse(kind, message, true);

/** A call that was made, whose response is missing or can't be used: what it did is not known. */
export const notAnswered = (kind: FailureKind, message: string): ServiceFailure =>
  withoutResponse(kind, message, false);

/** What a service says in the body of a refusal. */
export interface Problem {
  code: string | null;
  message: string | null;
  details: Record<string, unknown> | null;
  /** Whether its form is the service's own, so that the request was refused and never ran. */
  isCertain: boolean;
}

export interface RefusedResponse {
  status: number;
  headers: Headers;
  /** null: in no form that the service has, so possibly from a proxy */
  problem: Problem | null;
  /** What a 404 means. */
  notFound: FailureKind;
  /** What a 403 means that no code explains; null: what its form says. */
  forbidden: FailureKind | null;
  /** Of the failure when the service gave no message. */
  fallback: string;
}

/** Names an answer that a firewall gave in the service's place, whatever else is in it. */
export const MITIGATED_HEADER = 'cf-mitigated';
/** Statuses of a proxy that did not get through, or has enough for now: it may later. */
const LATER_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Interprets a response that is not a success (service reference, Errors; data reference, Errors). A status
 * has a meaning only in the service's own form: a firewall's page, a proxy's word or an empty body says that
 * the service was not reached, or could not be read.
 */
export function failureOf(response: RefusedResponse, now: InstantMs): ServiceFailure {
  const { status, headers, fallback } = response;
  const problem = headers.has(MITIGATED_HEADER) ? null : response.problem;
  const kind = problem === null ? kindOfStranger(status) : kindOf({ ...response, problem });
  const isRefusal = status >= 400 && status < 500 && kind !== 'timeout';
  return {
    kind,
    httpStatus: status,
    code: problem?.code ?? null,
    message: (problem?.message || fallback).slice(0, MESSAGE_MAX),
    details: problem?.details ?? null,
    retryAfterMs: parseRetryAfter(headers.get('retry-after'), now),
    isCertain: isRefusal && problem?.isCertain === true,
  };
}

function kindOfStranger(status: number): FailureKind {
  return status >= 500 || LATER_STATUSES.has(status) ? 'unreachable' : 'unexpected-answer';
}

function kindOf({
  status,
  problem,
  notFound,
  forbidden,
}: RefusedResponse & { problem: Problem }): FailureKind {
  const code = problem.code ?? '';
  if (status === 401) return 'key-rejected';
  if (status < 400) return 'unexpected-answer';
  if (status >= 500) return 'service-failing';
  if (NOT_AVAILABLE.has(code) || status === 405) return 'not-available';
  if (status === 402 || saysNoCredits(code)) return 'no-credits';
  if (status === 404) return notFound;
  if (status === 408) return 'timeout';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (status === 403 && SCOPE_CODES.has(code)) return 'forbidden';
  if (status === 403 && forbidden !== null) return forbidden;
  return status === 403 && code === '' ? 'forbidden' : 'refused';
}

const DIGITS = /^\d+$/;
/** Every date of HTTP names its month; `Date.parse` alone takes "1,5" and "-3" for dates too. */
const NAMES_MONTH = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/;

/** Parses `Retry-After`, seconds or a date, as milliseconds from now, at most an hour; null when neither. */
export function parseRetryAfter(header: string | null, now: InstantMs): number | null {
  const text = header?.trim() ?? '';
  if (DIGITS.test(text)) return boundedWait(Number(text) * SECOND_MS);
  return NAMES_MONTH.test(text) ? boundedWait(Date.parse(text) - now) : null;
}

/** How long to wait after a failure: what was asked for, and never less than the caller's own wait. */
export const waitAfter = (failure: Pick<ServiceFailure, 'retryAfterMs'>, ownMs: number): number =>
  Math.max(failure.retryAfterMs ?? 0, ownMs);

/** A wait in milliseconds as it is kept: at most an hour; null when it is no number. */
export const boundedWait = (ms: number): number | null =>
  Number.isFinite(ms) ? Math.min(RETRY_AFTER_MAX_MS, Math.max(0, ms)) : null;

/** undefined when the text is no JSON. */
export function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
