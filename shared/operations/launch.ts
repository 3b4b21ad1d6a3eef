import * as z from 'zod/mini';
import { launchedProject } from '../builder-api/projects.ts';
import { atMost, form, notEmpty, required } from '../request-schema.ts';
import {
  ATTACHMENTS_MAX,
  attachment,
  creditCap,
  engineVersion,
  projectDescription,
  projectLabel,
  projectName,
  SECRETS_MAX,
  secret,
} from './new-project.ts';
import { operation } from './operation.ts';

/**
 * The model of a run, in Launch Project and Run AI Agent (service reference, Versioning). Any name passes:
 * the service ignores an unavailable one and reports it in `warnings`, and older projects have other models.
 */
export const modelChoice = {
  model: z.optional(z.string('must be a text')),
  effort: z.optional(z.string('must be a text')),
  fastMode: z.optional(z.boolean('must be true or false')),
};

const uniqueNames = (secrets: { secretName: string }[]) =>
  new Set(secrets.map(({ secretName }) => secretName)).size === secrets.length;

/** Service reference, Launch Project, body. Fields are in the order in which the service reports errors. */
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
  launchProject: operation('POST', '/projects/launch', launchedProject, {
    does: 'Creates a project and starts its first run',
    cost: 'credits',
    reach: 'launches',
    role: 'builder',
    body: launchBody,
  }),
};
