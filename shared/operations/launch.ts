import * as z from 'zod/mini';
import { launchedProject } from '../builder-api/launch.ts';
import { atMost, form, matching, notEmpty, required } from '../request-schema.ts';
import { creditCap } from './limits.ts';
import { operation } from './operation.ts';
import { engineVersion, projectDescription, projectLabel, projectName } from './project-name.ts';

/**
 * Which model a run is made with, in Launch Project as in Run AI Agent (service reference, Versioning). What can't be had is
 * ignored by the service and told in `warnings`, and an older project has models of its own: so any name passes.
 */
export const modelChoice = {
  model: z.optional(z.string('must be a text')),
  effort: z.optional(z.string('must be a text')),
  fastMode: z.optional(z.boolean('must be true or false')),
};

export const ATTACHMENTS_MAX = 10;
export const SECRETS_MAX = 50;

const HTTP_URL = /^https?:\/\/[^\s/?#]+/i;
const NOT_BASE64 = /[^A-Za-z0-9+/]/;
const DATA_PREFIX = /^data:[^,]{0,200};base64,/;

/**
 * Base64 with or without a `data:` prefix; empty content is none. Looks for a wrong letter instead of matching the whole: a
 * pattern that repeats over megabytes runs out of stack.
 */
export function isBase64Content(text: string): boolean {
  const bare = text.replace(DATA_PREFIX, '').replace(/[\r\n]/g, '');
  const padding = bare.endsWith('==') ? 2 : bare.endsWith('=') ? 1 : 0;
  const letters = bare.slice(0, bare.length - padding);
  return letters.length > 0 && bare.length % 4 === 0 && !NOT_BASE64.test(letters);
}

const attachment = form('INVALID_FILES', {
  name: required('INVALID_FILE_NAME'),
  description: z.optional(z.string()),
  imageDescription: z.optional(z.string()),
  url: z.optional(z.string('INVALID_FILE_URL').check(matching(HTTP_URL, 'INVALID_FILE_URL'))),
  content: z.optional(
    z.string('INVALID_FILE_CONTENT').check(z.refine(isBase64Content, 'INVALID_FILE_CONTENT')),
  ),
}).check(
  z.refine((file) => (file.url === undefined) !== (file.content === undefined), 'INVALID_FILE_SOURCE'),
);

const secret = form('INVALID_SECRETS', {
  secretName: required('MISSING_SECRET_FIELDS'),
  secretValue: z.string('MISSING_SECRET_FIELDS').check(notEmpty('MISSING_SECRET_FIELDS')),
  environment: z.optional(z.enum(['development', 'production', 'both'], 'INVALID_SECRET_ENVIRONMENT')),
});

const uniqueNames = (secrets: { secretName: string }[]) =>
  new Set(secrets.map(({ secretName }) => secretName)).size === secrets.length;

/** Service reference, Launch Project, body. Fields stand in the order in which the service lists their errors. */
export const launchBody = form('EDGE_INVALID_REQUEST', {
  prompt: required('MISSING_PROMPT'),
  files: z.optional(z.array(attachment, 'INVALID_FILES').check(atMost(ATTACHMENTS_MAX, 'TOO_MANY_FILES'))),
  secrets: z.optional(
    z
      .array(secret, 'INVALID_SECRETS')
      .check(atMost(SECRETS_MAX, 'TOO_MANY_SECRETS'), z.refine(uniqueNames, 'DUPLICATE_SECRET_NAME')),
  ),
  creditLimits: z.optional(
    form('INVALID_CREDIT_LIMITS', {
      maxDevelopmentCreditsPerMonth: z.optional(creditCap),
      maxInfrastructureCreditsPerMonth: z.optional(creditCap),
    }),
  ),
  designtool: z.optional(form('INVALID_DESIGNTOOL', { token: required('MISSING_DESIGNTOOL_TOKEN') })),
  projectId: projectName,
  groupId: z.optional(z.string('INVALID_PROJECT_GROUP').check(notEmpty('INVALID_PROJECT_GROUP'))),
  ...modelChoice,
  description: z.optional(projectDescription),
  label: z.optional(projectLabel),
  engineVersion,
});

export const launchOperations = {
  launchProject: operation({
    method: 'POST',
    path: '/projects/launch',
    cost: 'credits',
    reach: 'launches',
    role: 'builder',
    body: launchBody,
    data: launchedProject,
    price: 'CREATE_PROJECT',
  }),
};
