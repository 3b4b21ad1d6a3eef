import type { FailureKind, ServiceFailure } from '../../shared/service-failures.ts';
import { HOUR_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';

/** Refusals that mean the same in every operation; the services' codes are an open set. */
const NOT_AVAILABLE: ReadonlySet<string> = new Set([
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ENGINE_NOT_SUPPORTED',
]);
const NO_CREDITS = /INSUFFICIENT_CREDITS|CREDITS_EXHAUSTED/;
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

/** Interprets a response that is not a success; branches on the status first (service reference, Errors; data reference, Errors). */
export function failureOf(response: RefusedResponse, now: InstantMs): ServiceFailure {
  const { status, headers, problem, fallback } = response;
  const kind = kindOf(response);
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

function kindOf({ status, problem, notFound, forbidden }: RefusedResponse): FailureKind {
  const code = problem?.code ?? '';
  if (status === 401) return 'key-rejected';
  if (status < 400) return 'unexpected-answer';
  if (status >= 500) return 'service-failing';
  if (NOT_AVAILABLE.has(code) || status === 405) return 'not-available';
  if (status === 402 || NO_CREDITS.test(code)) return 'no-credits';
  if (status === 404) return notFound;
  if (status === 408) return 'timeout';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (status === 403 && SCOPE_CODES.has(code)) return 'forbidden';
  if (status === 403 && forbidden !== null) return forbidden;
  if (problem === null) return 'unexpected-answer';
  return status === 403 && code === '' ? 'forbidden' : 'refused';
}

/** Parses a `Retry-After` header, seconds or a date, as milliseconds from now, at most an hour; null when missing. */
export function parseRetryAfter(header: string | null, now: InstantMs): number | null {
  if (header === null) return null;
  const text = header.trim();
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return boundedWait(ms);
}

/** A wait in milliseconds as it is kept: at most an hour; null when it is no number. */
export const boundedWait = (ms: number): number | null =>
  Number.isFinite(ms) ? Math.min(RETRY_AFTER_MAX_MS, Math.max(0, ms)) : null;

/** undefined when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
