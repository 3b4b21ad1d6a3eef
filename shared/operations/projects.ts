import * as z from 'zod/mini';
import { changedProject, projectList, projectRecord } from '../builder-api/projects.ts';
import { form, wholeNumber } from '../request-schema.ts';
import { engineVersion, labelOfAnyLength, projectName } from './new-project.ts';
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
      // The service takes any other value for `date`.
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
    price: 'CREATE_PROJECT',
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
