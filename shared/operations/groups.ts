import * as z from 'zod/mini';
import { deletedGroup, projectGroup, projectGroups } from '../builder-api/projects.ts';
import { form, required, wholeNumber } from '../request-schema.ts';
import { operation } from './operation.ts';

const description = z.optional(z.string('must be a text'));

export const groupOperations = {
  listGroups: operation({
    method: 'GET',
    path: '/project-groups',
    query: z.strictObject({
      search: z.optional(z.string()),
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
