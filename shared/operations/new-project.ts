import * as z from 'zod/mini';
import { NAME_MAX, oneLine } from '../one-line.ts';
import { atMost, form, notEmpty, required } from '../request-schema.ts';

/*
 * Rules for a new project from the service reference (Launch Project, Limits), shared by the launch form, the
 * edge and changes of existing projects.
 */

export const PROJECT_NAME_MIN = 4;
export const PROJECT_NAME_MAX = 35;

/** What can be wrong with the name of a new project. */
export type NameProblem = 'empty' | 'short' | 'long' | 'first-letter' | 'characters';

/** Rules of a name with the service's codes, in the order in which the service reports them. */
const NAME_RULES: Record<NameProblem, { code: string; holds: (name: string) => boolean }> = {
  empty: { code: 'MISSING_PROJECT_ID', holds: (name) => name !== '' },
  short: { code: 'INVALID_PROJECT_NAME_LENGTH', holds: (name) => name.length >= PROJECT_NAME_MIN },
  long: { code: 'INVALID_PROJECT_NAME_LENGTH', holds: (name) => name.length <= PROJECT_NAME_MAX },
  'first-letter': { code: 'INVALID_PROJECT_NAME', holds: (name) => /^[a-z]/.test(name) },
  characters: { code: 'INVALID_PROJECT_NAME', holds: (name) => /^[a-z0-9-]*$/.test(name) },
};

/** The name of a new project (service reference, Launch Project, `projectId`). */
export const projectName = z
  .string('MISSING_PROJECT_ID')
  .check(
    ...Object.values(NAME_RULES).map(({ code, holds }) => z.refine<string>(holds, code)),
    z.describe('4 to 35 small letters, digits and hyphens, a letter first; can’t be changed later'),
  );

const MOST_TELLING_FIRST: readonly NameProblem[] = ['empty', 'characters', 'first-letter', 'short', 'long'];

/** The most relevant problem of a name; null when it is valid. Same rules as {@link projectName}. */
export function nameProblem(name: string): NameProblem | null {
  return MOST_TELLING_FIRST.find((problem) => !NAME_RULES[problem].holds(name)) ?? null;
}

/**
 * Length limits of a launch's description and label, in characters (service reference, Limits); other
 * operations state none.
 */
export const DESCRIPTION_MAX = 500;
export const LABEL_MAX = NAME_MAX;

export const projectDescription = z
  .string()
  .check(atMost(DESCRIPTION_MAX, 'at most 500 characters'), z.describe('at most 500 characters'));
export const labelOfAnyLength = z.string('must be a text').check(z.overwrite(oneLine));
export const projectLabel = labelOfAnyLength.check(
  atMost(LABEL_MAX, 'at most 80 characters'),
  z.describe('at most 80 characters'),
);

/** A new project's engine, if the caller chooses it (service reference, Versioning, on create or launch). */
export const engineVersion = z.optional(z.enum(['v2', 'legacy'], 'must be v2 or legacy'));

/** A monthly cap: a positive number of credits, or null for none (service reference, Credit limits). */
export const creditCap = z
  .nullable(z.number('INVALID_LIMIT').check(z.refine((credits) => credits > 0, 'INVALID_LIMIT')))
  .check(z.describe('credits a month, above 0; null: no cap'));

/** Most attachments of one launch (service reference, Limits). */
export const ATTACHMENTS_MAX = 10;

export const attachmentName = required('INVALID_FILE_NAME');

/** An address that the service can fetch: http(s), and not on this machine or in a private network. */
export const attachmentAddress = z
  .string('INVALID_FILE_URL')
  .check(z.refine(isPublicAddress, 'INVALID_FILE_URL'));

/** One entry of `files` (service reference, Launch Project). */
export const attachment = form('INVALID_FILES', {
  name: attachmentName,
  description: z.optional(z.string()),
  url: z.optional(attachmentAddress),
  content: z.optional(
    z.string('INVALID_FILE_CONTENT').check(z.refine(isBase64Content, 'INVALID_FILE_CONTENT')),
  ),
}).check(
  z.refine((file) => (file.url === undefined) !== (file.content === undefined), 'INVALID_FILE_SOURCE'),
);

const PRIVATE_IPV4 =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  const host = hostname.replace(/\.$/, '');
  if (host.startsWith('[')) return !/^\[(::1?\]|f[cd]|fe[89ab]|::ffff:)/i.test(host);
  if (host === 'localhost' || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host)) return false;
  return host.includes('.') && !PRIVATE_IPV4.test(host);
}

const NOT_BASE64 = /[^A-Za-z0-9+/]/;
/** What a browser puts before base64. */
export const DATA_PREFIX = /^data:[^,]{0,200};base64,/;

/**
 * Base64 with or without a `data:` prefix; empty content is invalid. Searches for an invalid character,
 * because a repeating pattern over megabytes overflows the stack.
 */
export function isBase64Content(text: string): boolean {
  const bare = text.replace(DATA_PREFIX, '').replace(/[\r\n]/g, '');
  const padding = bare.endsWith('==') ? 2 : bare.endsWith('=') ? 1 : 0;
  const letters = bare.slice(0, bare.length - padding);
  return letters.length > 0 && bare.length % 4 === 0 && !NOT_BASE64.test(letters);
}

/** Most secrets of one launch (service reference, Limits). */
export const SECRETS_MAX = 50;

export const secretName = required('MISSING_SECRET_FIELDS');

/** Whether an app can read an environment variable of this name; the service states no rule. */
export const isVariableName = (name: string): boolean => /^[a-z_]\w*$/i.test(name);

/** A secret to store (service reference, Launch Project), by the same rules at a launch and later. */
export const secretFields = {
  secretName,
  secretValue: z.string('MISSING_SECRET_FIELDS').check(notEmpty('MISSING_SECRET_FIELDS')),
  environment: z.optional(
    z
      .enum(['development', 'production', 'both'], 'INVALID_SECRET_ENVIRONMENT')
      .check(z.describe('both if left out')),
  ),
};
export const secret = form('INVALID_SECRETS', secretFields);
