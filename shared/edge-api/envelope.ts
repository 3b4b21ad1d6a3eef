import * as z from 'zod/mini';
import { cap } from '../builder-api/open.ts';

/** A failure, from service or edge. `errorCode` is an open set; malformed details do not invalidate it. */
export const envelopeErrors = z.object({
  errorCode: z.string(),
  errorMessage: z.string(),
  errorDetails: z.optional(z.unknown()),
});
export type EnvelopeErrors = z.infer<typeof envelopeErrors>;

/** On success `errors` is null, on failure `data` is (service reference, What the service does). */
export const envelope = z.object({ errors: z.nullable(envelopeErrors), data: z.unknown() });

/** `errorDetails` of `EDGE_CAP_CHANGED`: the owner's cap as found; null = none. */
export const capFound = z.object({ found: cap });

/** The edge's own error codes with their HTTP status. The service's codes pass through unchanged. */
export const EDGE_ERROR_STATUS = {
  /** No token, or one that is malformed, unknown, revoked, or from another origin than it was paired from. */
  EDGE_UNAUTHORIZED: 401,
  /** The device's role does not permit it. */
  EDGE_ROLE_FORBIDDEN: 403,
  /** Pairing code wrong, or, to whoever has the whole of it, `errorDetails.reason`: `used` or `expired`. */
  EDGE_CODE_INVALID: 403,
  /** It would leave other browsers without an owner. */
  EDGE_LAST_OWNER: 409,
  /** Too many attempts to use a pairing code. */
  EDGE_TOO_MANY_TRIES: 429,
  /** Not a whitelisted operation. */
  EDGE_NOT_ALLOWED: 403,
  /** An invalid request; `errorDetails.field` names the field. */
  EDGE_INVALID_REQUEST: 400,
  EDGE_NOT_FOUND: 404,
  EDGE_METHOD_NOT_ALLOWED: 405,
  EDGE_BODY_TOO_LARGE: 413,
  /** A paid call without an `Idempotency-Key`. */
  EDGE_KEY_MISSING: 400,
  /** The same key is being launched right now; `Retry-After` says when to check. */
  EDGE_LAUNCH_IN_PROGRESS: 409,
  /** The same key with another body. */
  EDGE_KEY_REUSED: 422,
  /** Given up by its browser before it arrived: nothing was sent under this key, and nothing will be. */
  EDGE_ABANDONED: 409,
  /** The request names another ledger than this edge's, or another account behind it. */
  EDGE_OTHER_LEDGER: 409,
  /** The device would exceed its daily spending limit. */
  EDGE_SPEND_GUARD: 403,
  /** A guard of the project refuses this prompt; `errorDetails` says which, on what number, until when. */
  EDGE_GUARDED: 403,
  /** A guard can't hold; `errorDetails.reason` is one of `GUARD_REFUSALS`. Nothing was changed or sent. */
  EDGE_GUARD_REFUSED: 409,
  /** A cap is not as the request expects; `errorDetails.found` is what stands there. Nothing was changed. */
  EDGE_CAP_CHANGED: 409,
  /** The service of a channel of alerts refused a test, or did not answer; `errorMessage` holds its words. */
  EDGE_CHANNEL_FAILED: 502,
  EDGE_RATE_LIMITED: 429,
  EDGE_KEY_REJECTED: 502,
  /**
   * The edge has another API key and does not know yet whether it opens the same account. Nothing is read,
   * changed or sent until it does, or an owner has said so (POST `/account`).
   */
  EDGE_ACCOUNT_UNCONFIRMED: 409,
  EDGE_DATA_KEY_MISSING: 409,
  /** The project's data key opens another app than the one that the import was begun for. */
  EDGE_DATA_OTHER_APP: 409,
  EDGE_DATA_KEY_REJECTED: 502,
  /** Data can be changed in write mode only; this browser has not requested it, or it has ended. */
  EDGE_WRITE_MODE_OFF: 403,
  /** The table, record, file or template is not in the app's data (any more). */
  EDGE_DATA_NOT_FOUND: 404,
  /** The project's data key may not do this, or not with this table. */
  EDGE_DATA_FORBIDDEN: 403,
  /** As for the service below, about the data backend of an app. */
  EDGE_DATA_TIMEOUT: 504,
  EDGE_DATA_UNREACHABLE: 502,
  EDGE_DATA_UNEXPECTED: 502,
  /** The service's or the data backend's answer is larger than what is passed on; `errorDetails.maxBytes`. */
  EDGE_ANSWER_TOO_LARGE: 502,
  /** The service did not answer in time. */
  EDGE_SERVICE_TIMEOUT: 504,
  /** The service could not be reached, or closed the connection. */
  EDGE_SERVICE_UNREACHABLE: 502,
  /** The service's response does not have the documented form: HTML, a redirect, half a body. */
  EDGE_SERVICE_UNEXPECTED: 502,
  /** The service refused without a code; `errorMessage` holds its words, if any; the status is its own. */
  EDGE_SERVICE_REFUSED: 400,
  EDGE_SERVICE_NO_CREDITS: 402,
  EDGE_SERVICE_FORBIDDEN: 403,
  EDGE_SERVICE_NOT_FOUND: 404,
  EDGE_SERVICE_NOT_AVAILABLE: 404,
  EDGE_SERVICE_RATE_LIMITED: 429,
  /** A webhook that was rejected; counted by reason. */
  EDGE_WEBHOOK_REJECTED: 401,
  /** The edge's storage failed; nothing was lost, try again. */
  EDGE_STORAGE_FAILED: 503,
  /** The plan's rows of the day are used up, until 00:00 UTC; nothing was stored or sent. */
  EDGE_DAY_SPENT: 503,
  /** Another version of the edge wrote its storage, in a form that this one can't read; nothing was lost. */
  EDGE_OTHER_FORM: 500,
  /** The edge is not configured; `/health` says what is missing. */
  EDGE_NOT_CONFIGURED: 503,
  EDGE_INTERNAL: 500,
} as const;
export type EdgeErrorCode = keyof typeof EDGE_ERROR_STATUS;
