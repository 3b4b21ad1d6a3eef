import { FAILURE_WORDS, type FailureKind, type ServiceFailure } from '../../shared/builder-api/failures.ts';
import { EDGE_ERROR_STATUS, type EdgeErrorCode } from '../../shared/edge-api/error-codes.ts';

/** A request that is answered with an error, in a form that crosses from the object to the Worker. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  details: Record<string, unknown> | null;
  retryAfterMs: number | null;
  /** For a paid call: whether this was decided before, under the same idempotency key. */
  replayed?: boolean;
}

export type Refused = { ok: false; refusal: Refusal };
export type Outcome<T> = { ok: true; value: T } | Refused;

export function refusal(
  code: EdgeErrorCode,
  message: string,
  extra: { details?: Record<string, unknown>; retryAfterMs?: number } = {},
): Refusal {
  return {
    status: EDGE_ERROR_STATUS[code],
    code,
    message,
    details: extra.details ?? null,
    retryAfterMs: extra.retryAfterMs ?? null,
  };
}

export function refuse(...given: Parameters<typeof refusal>): Refused {
  return { ok: false, refusal: refusal(...given) };
}

type Answered = Exclude<
  FailureKind,
  'key-rejected' | 'timeout' | 'unreachable' | 'not-configured' | 'unexpected-answer'
>;

/** What the service refused without a code of its own still says by its status what happened. */
const CODE_WITHOUT_ONE: Record<Answered, EdgeErrorCode> = {
  'no-credits': 'EDGE_SERVICE_NO_CREDITS',
  forbidden: 'EDGE_SERVICE_FORBIDDEN',
  'not-found': 'EDGE_SERVICE_NOT_FOUND',
  'not-available': 'EDGE_SERVICE_NOT_AVAILABLE',
  'rate-limited': 'EDGE_SERVICE_RATE_LIMITED',
  refused: 'EDGE_SERVICE_REFUSED',
  'service-failing': 'EDGE_SERVICE_UNEXPECTED',
};

/** How a failed call of the service is told to a browser: its own codes and statuses unchanged, except a rejected key. */
export function refusalOfFailure(failure: ServiceFailure): Refusal {
  const { kind, httpStatus, code, message, details, retryAfterMs } = failure;
  const waits = retryAfterMs === null ? {} : { retryAfterMs };
  const words = `${FAILURE_WORDS[kind].says} ${FAILURE_WORDS[kind].action}`;
  switch (kind) {
    case 'key-rejected':
      return refusal('EDGE_KEY_REJECTED', words);
    case 'timeout':
      return refusal('EDGE_SERVICE_TIMEOUT', words);
    case 'unreachable':
      return refusal('EDGE_SERVICE_UNREACHABLE', words, waits);
    case 'not-configured':
      return refusal('EDGE_NOT_CONFIGURED', words);
    case 'unexpected-answer':
      return refusal('EDGE_SERVICE_UNEXPECTED', words);
    case 'no-credits':
    case 'forbidden':
    case 'not-found':
    case 'not-available':
    case 'rate-limited':
    case 'refused':
    case 'service-failing':
      if (code === null || httpStatus === null)
        return {
          ...refusal(CODE_WITHOUT_ONE[kind], `${words} (${message})`, waits),
          status: httpStatus === null || httpStatus >= 500 ? 502 : httpStatus,
        };
      return { status: httpStatus, code, message, details, retryAfterMs };
  }
}
