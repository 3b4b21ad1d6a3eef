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
import { operation } from './operation.ts';

const instantOrDay = z
  .string()
  .check(z.refine((text) => text.length <= 40 && !Number.isNaN(Date.parse(text)), 'must be a time or a day'));

export const projectOperations = {
  listProjects: operation({
    method: 'GET',
    path: '/projects',
    query: z.strictObject({
      limit: z.optional(wholeNumber(1, 100)),
      skip: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
      search: z.optional(z.string()),
      // The service treats any other value as `date`.
      sortField: z.optional(z.string()),
      sortDirection: z.optional(z.enum(['asc', 'desc'], 'must be asc or desc')),
      groupId: z.optional(z.string()),
      createdFrom: z.optional(instantOrDay),
      createdTo: z.optional(instantOrDay),
    }),
    data: projectList,
  }),
  getProject: operation({
    method: 'GET',
    path: '/projects/:projectId',
    data: projectRecord,
  }),
  createProject: operation({
    method: 'POST',
    path: '/projects',
    cost: 'credits',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', {
      projectId: projectName,
      description: z.optional(z.string('must be a text')),
      engineVersion,
    }),
    data: changedProject,
  }),
  updateProject: operation({
    method: 'PATCH',
    path: '/projects/:projectId',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', {
      label: z.optional(labelOfAnyLength),
      description: z.optional(z.string('must be a text')),
      groupId: z.optional(z.nullable(z.string())),
    }).check(z.refine((change) => Object.keys(change).length > 0, 'NOTHING_TO_UPDATE')),
    data: changedProject,
  }),
};

export const versionOperations = {
  listVersions: operation({
    method: 'GET',
    path: '/projects/:projectId/versions',
    query: z.strictObject({
      limit: z.optional(wholeNumber(1, 100)),
      skip: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
    }),
    data: versionList,
  }),
  recoverVersion: operation({
    method: 'POST',
    path: '/projects/:projectId/versions/:versionId/recover',
    cost: 'credits',
    role: 'builder',
    data: done,
  }),
  clearRecovery: operation({
    method: 'DELETE',
    path: '/projects/:projectId/versions/recovery',
    role: 'builder',
    data: done,
  }),
  getVersionDiff: operation({
    method: 'GET',
    path: '/projects/:projectId/version-diff',
    query: z.strictObject({
      commitSha: z
        .string('MISSING_COMMIT_SHA')
        .check(z.refine((text) => /^[0-9a-f]{7,40}$/i.test(text), 'INVALID_COMMIT_SHA')),
    }),
    data: versionDiff,
  }),
};

export const secretOperations = {
  createSecret: operation({
    method: 'POST',
    path: '/projects/:projectId/secrets',
    role: 'builder',
    body: form('MISSING_SECRET_FIELDS', secretFields),
    data: secretRecord,
  }),
  deleteSecret: operation({
    method: 'DELETE',
    path: '/projects/:projectId/secrets/:secretId',
    role: 'owner',
    data: done,
  }),
};

const description = z.optional(z.string('must be a text'));

export const groupOperations = {
  listGroups: operation({
    method: 'GET',
    path: '/project-groups',
    query: z.strictObject({
      limit: z.optional(wholeNumber(1, 100)),
      skip: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
    }),
    data: projectGroups,
  }),
  getGroup: operation({ method: 'GET', path: '/project-groups/:groupId', data: projectGroup }),
  createGroup: operation({
    method: 'POST',
    path: '/project-groups',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', { name: required('must be a text'), description }),
    data: projectGroup,
  }),
  updateGroup: operation({
    method: 'PATCH',
    path: '/project-groups/:groupId',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', { name: z.optional(required('must be a text')), description }).check(
      z.refine((change) => Object.keys(change).length > 0, 'NOTHING_TO_UPDATE'),
    ),
    data: projectGroup,
  }),
  deleteGroup: operation({
    method: 'DELETE',
    path: '/project-groups/:groupId',
    role: 'owner',
    data: deletedGroup,
  }),
};
