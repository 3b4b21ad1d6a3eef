import type { ServiceCode } from '../../shared/builder-api/codes.ts';
import type { EdgeErrorCode } from '../../shared/edge-api/envelope.ts';
import type { Field } from './draft-problems.ts';

/** The field of the form that a refusal of a launch points at; codes that no field can mend are not here. */
const FIELD_OF: Partial<Record<ServiceCode | EdgeErrorCode, Field>> = {
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
  MISSING_PROJECT_ID: 'name',
  INVALID_PROJECT_NAME: 'name',
  INVALID_PROJECT_NAME_LENGTH: 'name',
  RESERVED_PROJECT_NAME: 'name',
  INVALID_PROJECT_GROUP: 'group',
  PROJECT_ALREADY_EXISTS: 'name',
  PROMPT_SECURITY_VIOLATION: 'words',
  PROJECT_CREDIT_LIMIT_REACHED: 'caps',
  ENGINE_NOT_SUPPORTED: 'engine',
  ENGINE_LEGACY_UNAVAILABLE: 'engine',
  PAYLOAD_TOO_LARGE: 'attachments',
  EDGE_BODY_TOO_LARGE: 'attachments',
};

/** The field that a refusal points at; null for one that no field can mend, or that is new to us. */
export function fieldOfRefusal(code: string): Field | null {
  return Object.hasOwn(FIELD_OF, code) ? (FIELD_OF[code as ServiceCode] ?? null) : null;
}
