import type { Answer } from './operation.ts';
import type { Refusal } from './refusal.ts';

export function success(answer: Answer): Response {
  const status = answer.status ?? 200;
  return Response.json({ errors: null, data: answer.data }, { status, headers: answer.headers ?? {} });
}

/** The older host tells missing credits without the envelope (service reference, Errors). */
export function failure(refusal: Refusal, legacyHost: boolean): Response {
  const { status, code, message, details, headers } = refusal;
  if (legacyHost && code === 'VCAAS_INSUFFICIENT_CREDITS') {
    return Response.json({ error: message, code }, { status, headers });
  }
  const errorDetails = details === undefined ? {} : { errorDetails: details };
  const errors = { errorCode: code, errorMessage: message, ...errorDetails };
  return Response.json({ errors, data: null }, { status, headers });
}
