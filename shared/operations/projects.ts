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
import { described, form, required, wholeNumber } from '../request-schema.ts';
import { engineVersion, labelOfAnyLength, projectName, secretFields } from './new-project.ts';
import { operation, paidByBuilders } from './operation.ts';

const instantOrDay = z
  .string()
  .check(z.refine((text) => text.length <= 40 && !Number.isNaN(Date.parse(text)), 'must be a time or a day'));

const page = (most: string | null) => ({
  limit: z.optional(wholeNumber(1, 100, most)),
  skip: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER, '0')),
});

export const projectOperations = {
  listProjects: operation('GET', '/projects', projectList, {
    does: 'Lists projects',
    query: z.strictObject({
      ...page('100'),
      search: z.optional(described(z.string(), 'part of a project id or description, in any case')),
      // The service treats any other value as `date`.
      sortField: z.optional(
        described(z.string(), 'date (of creation), which is the default, or lastModified'),
      ),
      sortDirection: z.optional(
        described(z.enum(['asc', 'desc'], 'must be asc or desc'), 'desc if left out'),
      ),
      groupId: z.optional(described(z.string(), 'none: only projects without a group')),
      createdFrom: z.optional(described(instantOrDay, 'a time or a day, which is included')),
      createdTo: z.optional(described(instantOrDay, 'a time or a day, which is included')),
    }),
  }),
  getProject: operation('GET', '/projects/:projectId', projectRecord, {
    does: 'Reads a project: addresses, engine, and what it is doing',
  }),
  createProject: operation('POST', '/projects', changedProject, {
    does: 'Creates an empty project',
    cost: 'credits',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', {
      projectId: projectName,
      description: z.optional(z.string('must be a text')),
      engineVersion,
    }),
  }),
  updateProject: operation('PATCH', '/projects/:projectId', changedProject, {
    does: 'Changes the name, description or group of a project',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', {
      label: z.optional(labelOfAnyLength),
      description: z.optional(z.string('must be a text')),
      groupId: z.optional(described(z.nullable(z.string()), 'null: no group any more')),
    }).check(z.refine((change) => Object.keys(change).length > 0, 'NOTHING_TO_UPDATE')),
  }),
};

export const versionOperations = {
  listVersions: operation('GET', '/projects/:projectId/versions', versionList, {
    does: 'Lists saved versions',
    query: z.strictObject(page('20')),
  }),
  recoverVersion: operation('POST', '/projects/:projectId/versions/:versionId/recover', done, {
    ...paidByBuilders,
    does: 'Restores a saved version, as a new one',
  }),
  clearRecovery: operation('DELETE', '/projects/:projectId/versions/recovery', done, {
    does: 'Clears the mark of a failed restore',
    deletes: false,
    role: 'builder',
  }),
  getVersionDiff: operation('GET', '/projects/:projectId/version-diff', versionDiff, {
    does: 'Reads what a version changed',
    query: z.strictObject({
      commitSha: z.string('MISSING_COMMIT_SHA').check(
        z.refine((text) => /^[0-9a-f]{7,40}$/i.test(text), 'INVALID_COMMIT_SHA'),
        z.describe('commitSha of a version: 7 to 40 hexadecimal digits'),
      ),
    }),
  }),
};

export const secretOperations = {
  createSecret: operation('POST', '/projects/:projectId/secrets', secretRecord, {
    does: 'Adds an environment variable',
    role: 'builder',
    body: form('MISSING_SECRET_FIELDS', secretFields),
  }),
  deleteSecret: operation('DELETE', '/projects/:projectId/secrets/:secretId', done, {
    does: 'Deletes an environment variable',
    role: 'owner',
  }),
};

const description = z.optional(z.string('must be a text'));

export const groupOperations = {
  listGroups: operation('GET', '/project-groups', projectGroups, {
    does: 'Lists groups of projects',
    query: z.strictObject(page(null)),
  }),
  getGroup: operation('GET', '/project-groups/:groupId', projectGroup, { does: 'Reads a group of projects' }),
  createGroup: operation('POST', '/project-groups', projectGroup, {
    does: 'Creates a group of projects',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', { name: required('must be a text'), description }),
  }),
  updateGroup: operation('PATCH', '/project-groups/:groupId', projectGroup, {
    does: 'Renames or describes a group of projects',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', { name: z.optional(required('must be a text')), description }).check(
      z.refine((change) => Object.keys(change).length > 0, 'NOTHING_TO_UPDATE'),
    ),
  }),
  deleteGroup: operation('DELETE', '/project-groups/:groupId', deletedGroup, {
    does: 'Deletes a group; its projects stay, ungrouped',
    role: 'owner',
  }),
};
