import * as z from 'zod/mini';
import {
  customDomain,
  designtoolStatus,
  devLogs,
  done,
  productionLogs,
  pullStatus,
  rebuildStatus,
  repositoryStatus,
} from '../builder-api/publishing.ts';
import { form, required } from '../request-schema.ts';
import { operation } from './operation.ts';

const instant = z
  .string()
  .check(z.refine((text) => text.length <= 40 && !Number.isNaN(Date.parse(text)), 'must be a time'));

export const publishingOperations = {
  setDomain: operation({
    method: 'PUT',
    path: '/projects/:projectId/domain',
    cost: 'credits',
    role: 'owner',
    body: form('MISSING_HOSTNAME', { hostname: required('MISSING_HOSTNAME') }),
    data: customDomain,
  }),
  deleteDomain: operation({
    method: 'DELETE',
    path: '/projects/:projectId/domain',
    role: 'owner',
    data: done,
  }),
  unpublish: operation({
    method: 'POST',
    path: '/projects/:projectId/deployments/unpublish',
    role: 'owner',
    data: done,
  }),
  rebuild: operation({
    method: 'POST',
    path: '/projects/:projectId/rebuild',
    cost: 'credits',
    role: 'builder',
    data: rebuildStatus,
  }),
  getRebuildStatus: operation({
    method: 'GET',
    path: '/projects/:projectId/rebuild/status',
    data: rebuildStatus,
  }),
  getDevLogs: operation({
    method: 'GET',
    path: '/projects/:projectId/backend/dev/logs',
    role: 'builder',
    data: devLogs,
  }),
  getProductionLogs: operation({
    method: 'GET',
    path: '/projects/:projectId/backend/prod/logs',
    role: 'builder',
    query: z.strictObject({
      // Without it the service returns only the last six hours.
      from: instant,
      regexSearch: z.optional(z.string()),
    }),
    data: productionLogs,
  }),
  deleteProject: operation({ method: 'DELETE', path: '/projects/:projectId', role: 'owner', data: done }),
  getRepositoryStatus: operation({
    method: 'GET',
    path: '/projects/:projectId/github/status',
    data: repositoryStatus,
  }),
  getPullStatus: operation({
    method: 'GET',
    path: '/projects/:projectId/github/pull-status',
    data: pullStatus,
  }),
  getDesigntoolStatus: operation({
    method: 'GET',
    path: '/projects/:projectId/designtool/status',
    data: designtoolStatus,
  }),
};
