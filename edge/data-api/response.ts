import { bytesIn } from '../../shared/bytes.ts';
import type { EdgeErrorCode } from '../../shared/edge-api/envelope.ts';
import { parseKeepingDigits } from '../../shared/exact-numbers.ts';
import { isRecord } from '../../shared/parse.ts';
import type { FailureKind, ServiceFailure } from '../../shared/service-failures.ts';
import { type ApiError, apiError, FAILURE_CODES } from '../http/result.ts';
import {
  failureOf,
  notAnswered,
  type Problem,
  parseJson,
  type RefusedResponse,
} from '../http/service-failure.ts';

export type DataResponse =
  | { ok: true; status: number; data: unknown; count: number | null }
  | { ok: false; failure: ServiceFailure };

const DETAILS_MAX_BYTES = 8_000;
/** The edge's own codes are not the backend's to give. */
const CODE = /^(?!EDGE_)[A-Z][A-Z0-9_]{2,60}$/;

/**
 * Interprets a response (data reference, Errors; gaps page, Data API). A success is `{ data }`, possibly with
 * `errors`, or a bare list or record, since the reference documents no envelope; nor does it say where the
 * number of all results is: beside the list, under a usual name. Numbers keep the digits of the text.
 * @param assumed whether no reference documents the path: a 404 then means "not available here"
 */
export function readDataResponse(
  status: number,
  headers: Headers,
  text: string,
  assumed: boolean,
  now: number,
): DataResponse {
  const parsed = parseJson(text, parseKeepingDigits);
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
    const failure = notAnswered('unexpected-answer', `The data backend answered ${status}.`);
    return { ok: false, failure: { ...failure, httpStatus: status } };
  }
  const problem = problemOf(parsed);
  const refused: RefusedResponse = {
    ...{ status, headers, problem },
    notFound: assumed ? 'not-available' : 'not-found',
    forbidden: null,
    fallback: `The data backend answered ${status}.`,
  };
  return { ok: false, failure: failureOf(refused, now) };
}

const countIn = ({ count, total, totalCount }: Record<string, unknown>): number | null =>
  [count, total, totalCount].find((value): value is number => typeof value === 'number') ?? null;

function countOfHeader(headers: Headers): number | null {
  const countHeader = headers.get('x-total-count');
  return countHeader !== null && /^\d{1,12}$/.test(countHeader) ? Number(countHeader) : null;
}

/** Problem details, or the builder service's own envelope; null = neither, so possibly from a proxy. */
function problemOf(parsed: unknown): Problem | null {
  if (!isRecord(parsed)) return null;
  if (isRecord(parsed.errors)) {
    const { errorCode, errorMessage, errorDetails } = parsed.errors;
    return problem(textOf(errorMessage), errorCode, isRecord(errorDetails) ? errorDetails : {});
  }
  const { title, detail, status, code, ...details } = parsed;
  const words = textOf(detail) ?? textOf(title);
  return words === null ? null : problem(words, code, details);
}

function problem(message: string | null, code: unknown, details: Record<string, unknown>): Problem {
  const isBounded = Object.keys(details).length > 0 && bytesIn(JSON.stringify(details)) <= DETAILS_MAX_BYTES;
  return { message, code: codeOf(code), details: isBounded ? details : null, isCertain: true };
}

const CODES: Record<FailureKind, EdgeErrorCode> = {
  ...FAILURE_CODES,
  'key-rejected': 'EDGE_DATA_KEY_REJECTED',
  forbidden: 'EDGE_DATA_FORBIDDEN',
  'not-found': 'EDGE_DATA_NOT_FOUND',
  timeout: 'EDGE_DATA_TIMEOUT',
  unreachable: 'EDGE_DATA_UNREACHABLE',
  'service-failing': 'EDGE_DATA_UNEXPECTED',
  'unexpected-answer': 'EDGE_DATA_UNEXPECTED',
};

/** What something in between answered: its status is not one of the backend. */
const NOT_THE_BACKEND: ReadonlySet<FailureKind> = new Set(['unreachable', 'unexpected-answer']);

/** The error that a browser gets for a failed call: the backend's own message and code, with its status. */
export function dataErrorOf(failure: ServiceFailure): ApiError {
  const { kind, httpStatus, code, message, details, retryAfterMs } = failure;
  if (kind === 'key-rejected')
    return apiError(
      'EDGE_DATA_KEY_REJECTED',
      'The data backend does not accept the data key of this project. An owner can write another one.',
    );
  const ours = apiError(CODES[kind], message);
  const isRefusal =
    !NOT_THE_BACKEND.has(kind) && httpStatus !== null && httpStatus >= 400 && httpStatus < 500;
  return {
    ...ours,
    status: isRefusal ? httpStatus : ours.status,
    // What failed is the backend of an app, whatever it calls that.
    code: (kind === 'service-failing' ? null : code) ?? ours.code,
    details,
    retryAfterMs,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const codeOf = (value: unknown): string | null =>
  typeof value === 'string' && CODE.test(value) ? value : null;
