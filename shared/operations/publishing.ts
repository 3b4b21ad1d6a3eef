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
import { operation, paidByBuilders } from './operation.ts';

const instant = z
  .string()
  .check(z.refine((text) => text.length <= 40 && !Number.isNaN(Date.parse(text)), 'must be a time'));

export const publishingOperations = {
  setDomain: operation('PUT', '/projects/:projectId/domain', customDomain, {
    cost: 'credits',
    role: 'owner',
    body: form('MISSING_HOSTNAME', { hostname: required('MISSING_HOSTNAME') }),
  }),
  deleteDomain: operation('DELETE', '/projects/:projectId/domain', done, { role: 'owner' }),
  unpublish: operation('POST', '/projects/:projectId/deployments/unpublish', done, { role: 'owner' }),
  rebuild: operation('POST', '/projects/:projectId/rebuild', rebuildStatus, paidByBuilders),
  getRebuildStatus: operation('GET', '/projects/:projectId/rebuild/status', rebuildStatus),
  getDevLogs: operation('GET', '/projects/:projectId/backend/dev/logs', devLogs, { role: 'builder' }),
  getProductionLogs: operation('GET', '/projects/:projectId/backend/prod/logs', productionLogs, {
    role: 'builder',
    query: z.strictObject({
      // Without it the service returns only the last six hours.
      from: instant,
      regexSearch: z.optional(z.string()),
    }),
  }),
  deleteProject: operation('DELETE', '/projects/:projectId', done, { role: 'owner' }),
  getRepositoryStatus: operation('GET', '/projects/:projectId/github/status', repositoryStatus),
  getPullStatus: operation('GET', '/projects/:projectId/github/pull-status', pullStatus),
  getDesigntoolStatus: operation('GET', '/projects/:projectId/designtool/status', designtoolStatus),
};
