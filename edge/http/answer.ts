import { SECOND_MS } from '../../shared/time.ts';
import type { Refusal } from './refusal.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A success in the envelope. */
export function answer(data: unknown, status = 200): Response {
  return new Response(JSON.stringify({ errors: null, data }), {
    status,
    headers: { 'content-type': JSON_TYPE },
  });
}

/** A text that is an envelope already. */
export function answerText(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'content-type': JSON_TYPE, ...headers } });
}

/** An error in the envelope, with `Retry-After` when it is known. */
export function answerRefusal({ status, code, message, details, retryAfterMs, replayed }: Refusal): Response {
  const errors = { errorCode: code, errorMessage: message, ...(details ? { errorDetails: details } : {}) };
  const headers = new Headers({ 'content-type': JSON_TYPE });
  if (retryAfterMs !== null)
    headers.set('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / SECOND_MS))));
  if (replayed) headers.set('idempotent-replayed', 'true');
  return new Response(JSON.stringify({ errors, data: null }), { status, headers });
}
