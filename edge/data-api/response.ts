import type { EdgeErrorCode } from '../../shared/edge-api/envelope.ts';
import { parseRetryAfter } from '../builder-api/response.ts';
import { type ApiError, apiError } from '../http/result.ts';

/** Everything that can go wrong with a call of the data backend. */
export type DataFailureKind =
  | 'key-rejected'
  | 'forbidden'
  | 'not-found'
  | 'not-available'
  | 'no-credits'
  | 'rate-limited'
  | 'too-large'
  | 'answer-too-large'
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'failing'
  | 'unexpected'
  | 'not-configured';

export interface DataFailure {
  kind: DataFailureKind;
  /** null without a response. */
  httpStatus: number | null;
  /** The backend's own code, where it gave one. */
  code: string | null;
  /** The backend's message, or ours. May contain a record's values: for the calling browser, never for a log. */
  message: string;
  /** Further fields of the problem: `field`, `fields`, `traceId`, limits. */
  details: Record<string, unknown> | null;
  retryAfterMs: number | null;
  /** Whether the backend itself said, in its own form, that nothing was done. */
  isCertain: boolean;
}

export type DataResponse =
  | { ok: true; status: number; data: unknown; count: number | null }
  | { ok: false; failure: DataFailure };

const MESSAGE_MAX = 1000;
const DETAILS_MAX_LETTERS = 8_000;
/** The edge's own codes are not the backend's to give. */
const CODE = /^(?!EDGE_)[A-Z][A-Z0-9_]{2,60}$/;
const TOO_LARGE = 413;

export function failureWithoutResponse(kind: DataFailureKind, message: string): DataFailure {
  return {
    kind,
    httpStatus: null,
    code: null,
    message,
    details: null,
    retryAfterMs: null,
    isCertain: kind === 'not-configured',
  };
}

/**
 * Interprets a response (data reference, Errors; gaps page, Data API). A success is `{ data }`, possibly with
 * `errors`; a bare list or record is accepted as well, since the reference documents no envelope. Nor does it say where
 * the number of all results is: beside the list, under one of the usual names.
 * @param assumed whether no reference documents the path: a 404 then means "not available here"
 */
export function readDataResponse(
  status: number,
  headers: Headers,
  text: string,
  assumed: boolean,
  now: number,
): DataResponse {
  const parsed = parseJson(text);
  if (status >= 200 && status < 300) {
    if (text.trim() === '') return { ok: true, status, data: null, count: null };
    // A record may have a property `data` of its own.
    if (isRecord(parsed) && 'data' in parsed && !('_id' in parsed) && (parsed.errors ?? null) === null)
      return {
        ok: true,
        status,
        data: parsed.data,
        count: countIn(parsed) ?? countOfHeader(headers),
      };
    const isBare = Array.isArray(parsed) || (isRecord(parsed) && ('_id' in parsed || !('errors' in parsed)));
    if (isBare) return { ok: true, status, data: parsed, count: countOfHeader(headers) };
    return failed('unexpected', status, null, parseRetryAfter(headers.get('retry-after'), now));
  }
  const problem = problemOf(parsed);
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), now);
  return failed(kindOf(status, problem, assumed), status, problem, retryAfterMs);
}

const countIn = ({ count, total, totalCount }: Record<string, unknown>): number | null =>
  [count, total, totalCount].find((value): value is number => typeof value === 'number') ?? null;

function countOfHeader(headers: Headers): number | null {
  const countHeader = headers.get('x-total-count');
  return countHeader !== null && /^\d{1,12}$/.test(countHeader) ? Number(countHeader) : null;
}

interface Problem {
  words: string | null;
  code: string | null;
  details: Record<string, unknown>;
}

/** `{ title, detail, … }`, or the builder service's own envelope; null = neither, so possibly from a proxy. */
function problemOf(parsed: unknown): Problem | null {
  if (!isRecord(parsed)) return null;
  if (isRecord(parsed.errors)) {
    const { errorCode, errorMessage, errorDetails } = parsed.errors;
    return {
      words: textOf(errorMessage),
      code: codeOf(errorCode),
      details: isRecord(errorDetails) ? errorDetails : {},
    };
  }
  const { title, detail, status, code, message, error, ...details } = parsed;
  const words = textOf(detail) ?? textOf(title) ?? textOf(message) ?? textOf(error);
  return words === null ? null : { words, code: codeOf(code), details };
}

function kindOf(status: number, problem: Problem | null, assumed: boolean): DataFailureKind {
  if (status === 401) return 'key-rejected';
  if (status < 400) return 'unexpected';
  if (status >= 500) return 'failing';
  if (status === 402) return 'no-credits';
  if (status === 404 || status === 405) return assumed || status === 405 ? 'not-available' : 'not-found';
  if (status === 408) return 'timeout';
  if (status === TOO_LARGE) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (problem === null) return 'unexpected';
  return status === 403 && problem.code === null ? 'forbidden' : 'refused';
}

function failed(
  kind: DataFailureKind,
  httpStatus: number,
  problem: Problem | null,
  retryAfterMs: number | null,
): DataResponse {
  const details = problem?.details ?? {};
  const isBounded = Object.keys(details).length > 0 && JSON.stringify(details).length <= DETAILS_MAX_LETTERS;
  return {
    ok: false,
    failure: {
      kind,
      httpStatus,
      code: problem?.code ?? null,
      message: (problem?.words ?? `The data backend answered ${httpStatus}.`).slice(0, MESSAGE_MAX),
      details: isBounded ? details : null,
      retryAfterMs,
      isCertain: httpStatus >= 400 && httpStatus < 500 && kind !== 'timeout' && problem !== null,
    },
  };
}

const CODES: Record<DataFailureKind, EdgeErrorCode> = {
  'key-rejected': 'EDGE_DATA_KEY_REJECTED',
  forbidden: 'EDGE_DATA_FORBIDDEN',
  'not-found': 'EDGE_DATA_NOT_FOUND',
  'not-available': 'EDGE_SERVICE_NOT_AVAILABLE',
  'no-credits': 'EDGE_SERVICE_NO_CREDITS',
  'rate-limited': 'EDGE_SERVICE_RATE_LIMITED',
  'too-large': 'EDGE_BODY_TOO_LARGE',
  refused: 'EDGE_SERVICE_REFUSED',
  'answer-too-large': 'EDGE_ANSWER_TOO_LARGE',
  timeout: 'EDGE_DATA_TIMEOUT',
  unreachable: 'EDGE_DATA_UNREACHABLE',
  failing: 'EDGE_DATA_UNEXPECTED',
  unexpected: 'EDGE_DATA_UNEXPECTED',
  'not-configured': 'EDGE_NOT_CONFIGURED',
};

/** The error that a browser gets for a failed call: the backend's own message and code, with its status. */
export function dataErrorOf(failure: DataFailure): ApiError {
  const { kind, httpStatus, code, message, details, retryAfterMs } = failure;
  if (kind === 'key-rejected')
    return apiError(
      'EDGE_DATA_KEY_REJECTED',
      'The data backend does not accept the data key of this project. An owner can write another one.',
    );
  const ours = apiError(CODES[kind], message);
  return {
    ...ours,
    status: httpStatus !== null && httpStatus >= 400 && httpStatus < 500 ? httpStatus : ours.status,
    // What failed is the backend of an app, whatever it calls that.
    code: (kind === 'failing' ? null : code) ?? ours.code,
    details,
    retryAfterMs,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const codeOf = (value: unknown): string | null =>
  typeof value === 'string' && CODE.test(value) ? value : null;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
