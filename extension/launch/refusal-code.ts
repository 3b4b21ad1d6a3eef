import type { Field } from './draft-problems.ts';

/** Where a refusal belongs in the form; null for one that no field can mend. */
type Place = Field | null;

/**
 * Every code that a launch can be refused with (service reference, Errors, Launch Project; the run's and the engine's
 * own; the edge's), with the field it points at.
 */
export const REFUSAL_PLACE = {
  MISSING_PROMPT: 'words',
  INVALID_FILES: 'attachments',
  TOO_MANY_FILES: 'attachments',
  INVALID_FILE_NAME: 'attachments',
  INVALID_FILE_SOURCE: 'attachments',
  INVALID_FILE_URL: 'attachments',
  INVALID_FILE_CONTENT: 'attachments',
  INVALID_SECRETS: 'secrets',
  TOO_MANY_SECRETS: 'secrets',
  MISSING_SECRET_FIELDS: 'secrets',
  DUPLICATE_SECRET_NAME: 'secrets',
  INVALID_SECRET_ENVIRONMENT: 'secrets',
  INVALID_CREDIT_LIMITS: 'caps',
  INVALID_LIMIT: 'caps',
  INVALID_DESIGNTOOL: null,
  MISSING_DESIGNTOOL_TOKEN: null,
  DESIGNTOOL_TOKEN_MALFORMED: null,
  DESIGNTOOL_TOKEN_INVALID: null,
  DESIGNTOOL_TOKEN_FORBIDDEN: null,
  DESIGNTOOL_RATE_LIMITED: null,
  DESIGNTOOL_UNREACHABLE: null,
  MISSING_PROJECT_ID: 'name',
  INVALID_PROJECT_NAME: 'name',
  INVALID_PROJECT_NAME_LENGTH: 'name',
  INVALID_PROJECT_GROUP: 'group',
  LAUNCH_PROJECT_ERROR: null,
  INSUFFICIENT_CREDITS: null,
  MAX_PROJECTS_REACHED: null,
  PROJECT_ALREADY_EXISTS: 'name',
  RATE_LIMITED: null,
  RATE_LIMIT_EXCEEDED: null,
  PROMPT_SECURITY_VIOLATION: 'words',
  PROJECT_CREDIT_LIMIT_REACHED: 'caps',
  PROJECT_NOT_ALLOWED: null,
  ENGINE_NOT_SUPPORTED: 'engine',
  ENGINE_LEGACY_UNAVAILABLE: 'engine',
  INVALID_JSON: null,
  PAYLOAD_TOO_LARGE: 'attachments',
  EDGE_UNAUTHORIZED: null,
  EDGE_ROLE_FORBIDDEN: null,
  EDGE_NOT_ALLOWED: null,
  EDGE_INVALID_REQUEST: null,
  EDGE_BODY_TOO_LARGE: 'attachments',
  EDGE_KEY_MISSING: null,
  EDGE_KEY_REUSED: null,
  EDGE_SPEND_GUARD: null,
  EDGE_RATE_LIMITED: null,
  EDGE_KEY_REJECTED: null,
  EDGE_STORAGE_FAILED: null,
  EDGE_NOT_CONFIGURED: null,
  EDGE_INTERNAL: null,
} as const satisfies Record<string, Place>;
export type RefusalCode = keyof typeof REFUSAL_PLACE;

/** Whether we have words of our own for a code; the set is open, and the service's message stands in for the rest. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSAL_PLACE, code);
}

/** The field that a refusal points at. */
export function placeOf(code: string): Place {
  return isRefusalCode(code) ? REFUSAL_PLACE[code] : null;
}
