import type { Answer } from './operation.ts';
import type { Refusal } from './refusal.ts';

export function success(response: Answer): Response {
  const status = response.status ?? 200;
  return Response.json({ errors: null, data: response.data }, { status, headers: response.headers ?? {} });
}

export function failure(refusal: Refusal): Response {
  const { status, code, message, details, headers, bareBody } = refusal;
  if (bareBody !== undefined) return Response.json(bareBody, { status, headers });
  const errorDetails = details === undefined ? {} : { errorDetails: details };
  const errors = { errorCode: code, errorMessage: message, ...errorDetails };
  return Response.json({ errors, data: null }, { status, headers });
}
