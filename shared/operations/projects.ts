import * as z from 'zod/mini';
import { changedProject, projectList, projectRecord } from '../service/projects.ts';
import { form } from './form.ts';
import { operation } from './operation.ts';
import { projectDescription, projectLabel, projectName } from './project-name.ts';
import { wholeNumber } from './query.ts';

const instantOrDay = z
  .string()
  .check(z.refine((text) => text.length <= 40 && !Number.isNaN(Date.parse(text)), 'must be a time or a day'));

export const projectOperations = {
  listProjects: operation({
    method: 'GET',
    path: '/projects',
    query: z.strictObject({
      limit: z.optional(wholeNumber(1, 100)),
      skip: z.optional(wholeNumber(0, 1_000_000)),
      search: z.optional(z.string().check(z.maxLength(200, 'at most 200 characters'))),
      sortField: z.optional(z.enum(['date', 'lastModified'], 'must be date or lastModified')),
      sortDirection: z.optional(z.enum(['asc', 'desc'], 'must be asc or desc')),
      groupId: z.optional(z.string().check(z.maxLength(100, 'at most 100 characters'))),
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
      description: z.optional(projectDescription),
    }),
    data: changedProject,
    price: 'CREATE_PROJECT',
  }),
  updateProject: operation({
    method: 'PATCH',
    path: '/projects/:projectId',
    role: 'builder',
    body: form('EDGE_INVALID_REQUEST', {
      label: z.optional(projectLabel),
      description: z.optional(projectDescription),
      groupId: z.optional(z.nullable(z.string())),
    }).check(z.refine((change) => Object.keys(change).length > 0, 'NOTHING_TO_UPDATE')),
    data: changedProject,
  }),
};
