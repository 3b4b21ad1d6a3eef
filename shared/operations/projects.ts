import * as z from 'zod/mini';
import {
  changedProject,
  deletedGroup,
  projectGroup,
  projectGroups,
  projectList,
  projectRecord,
} from '../builder-api/projects.ts';
import { done, secretRecord, versionDiff, versionList } from '../builder-api/publishing.ts';
import { form, required, wholeNumber } from '../request-schema.ts';
import { engineVersion, labelOfAnyLength, projectName, secretFields } from './new-project.ts';
import { operation, paidByBuilders } from './operation.ts';

const instantOrDay = z
  .string()
  .check(z.refine((text) => text.length <= 40 && !Number.isNaN(Date.parse(text)), 'must be a time or a day'));

const page = {
  limit: z.optional(wholeNumber(1, 100)),
  skip: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
};

export const projectOperations = {
  listProjects: operation('GET', '/projects', projectList, {
    query: z.strictObject({
      ...page,
      search: z.optional(z.string()),
      // The service treats any other value as `date`.
      sortField: z.optional(z.string()),
      sortDirection: z.optional(z.enum(['asc', 'desc'], 'must be asc or desc')),
      groupId: z.optional(z.string()),
      createdFrom: z.optional(instantOrDay),
      createdTo: z.optional(instantOrDay),
    }),
  }),
  getProject: operation('GET', '/projects/:projectId', projectRecord),
  createProject: operation('POST', '/projects', changedProject, {
    cost: 'credits',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', {
      projectId: projectName,
      description: z.optional(z.string('must be a text')),
      engineVersion,
    }),
  }),
  updateProject: operation('PATCH', '/projects/:projectId', changedProject, {
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', {
      label: z.optional(labelOfAnyLength),
      description: z.optional(z.string('must be a text')),
      groupId: z.optional(z.nullable(z.string())),
    }).check(z.refine((change) => Object.keys(change).length > 0, 'NOTHING_TO_UPDATE')),
  }),
};

export const versionOperations = {
  listVersions: operation('GET', '/projects/:projectId/versions', versionList, {
    query: z.strictObject(page),
  }),
  recoverVersion: operation('POST', '/projects/:projectId/versions/:versionId/recover', done, paidByBuilders),
  clearRecovery: operation('DELETE', '/projects/:projectId/versions/recovery', done, { role: 'builder' }),
  getVersionDiff: operation('GET', '/projects/:projectId/version-diff', versionDiff, {
    query: z.strictObject({
      commitSha: z
        .string('MISSING_COMMIT_SHA')
        .check(z.refine((text) => /^[0-9a-f]{7,40}$/i.test(text), 'INVALID_COMMIT_SHA')),
    }),
  }),
};

export const secretOperations = {
  createSecret: operation('POST', '/projects/:projectId/secrets', secretRecord, {
    role: 'builder',
    body: form('MISSING_SECRET_FIELDS', secretFields),
  }),
  deleteSecret: operation('DELETE', '/projects/:projectId/secrets/:secretId', done, { role: 'owner' }),
};

const description = z.optional(z.string('must be a text'));

export const groupOperations = {
  listGroups: operation('GET', '/project-groups', projectGroups, { query: z.strictObject(page) }),
  getGroup: operation('GET', '/project-groups/:groupId', projectGroup),
  createGroup: operation('POST', '/project-groups', projectGroup, {
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', { name: required('must be a text'), description }),
  }),
  updateGroup: operation('PATCH', '/project-groups/:groupId', projectGroup, {
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', { name: z.optional(required('must be a text')), description }).check(
      z.refine((change) => Object.keys(change).length > 0, 'NOTHING_TO_UPDATE'),
    ),
  }),
  deleteGroup: operation('DELETE', '/project-groups/:groupId', deletedGroup, { role: 'owner' }),
};
