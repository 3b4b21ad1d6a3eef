import type { FailureKind, ServiceFailure } from '../../shared/builder-api/failures.ts';
import type { Operation } from '../../shared/operations/operation.ts';

const RETRIES_MAX = 2;
const BACKOFF_FIRST_MS = 200;
/** A longer wait than this is the caller's business: he answers with what he has. */
const WAIT_MAX_MS = 3000;

const TRANSIENT: Record<FailureKind, boolean> = {
  'key-rejected': false,
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

/** Only what is free and only reads may be asked twice: everything else is sent once, whatever happens. */
export function isRepeatable({ method, cost }: Pick<Operation, 'method' | 'cost'>): boolean {
  return method === 'GET' && cost === 'free';
}

/**
 * How long to wait before the next try.
 * @param tries how many were made; @param random 0 to 1, so that many askers don't come back together
 * @returns milliseconds, or null to give up
 */
export function nextTryAfterMs(
  operation: Pick<Operation, 'method' | 'cost'>,
  failure: ServiceFailure,
  tries: number,
  random: number,
): number | null {
  if (!isRepeatable(operation) || !TRANSIENT[failure.kind] || tries > RETRIES_MAX) return null;
  const backoff = BACKOFF_FIRST_MS * 2 ** (tries - 1) * (0.5 + random / 2);
  const wait = Math.max(failure.retryAfterMs ?? 0, backoff);
  return wait <= WAIT_MAX_MS ? wait : null;
}
