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
import { described, form, required } from '../request-schema.ts';
import { operation, paidByBuilders } from './operation.ts';

const instant = z
  .string()
  .check(z.refine((text) => text.length <= 40 && !Number.isNaN(Date.parse(text)), 'must be a time'));

export const publishingOperations = {
  setDomain: operation('PUT', '/projects/:projectId/domain', customDomain, {
    does: 'Connects a domain',
    cost: 'credits',
    role: 'owner',
    body: form('MISSING_HOSTNAME', { hostname: described(required('MISSING_HOSTNAME'), 'a subdomain') }),
  }),
  deleteDomain: operation('DELETE', '/projects/:projectId/domain', done, {
    does: 'Disconnects the domain',
    role: 'owner',
  }),
  unpublish: operation('POST', '/projects/:projectId/deployments/unpublish', done, {
    does: 'Takes the site down, with its domains',
    deletes: true,
    role: 'owner',
  }),
  rebuild: operation('POST', '/projects/:projectId/rebuild', rebuildStatus, {
    ...paidByBuilders,
    does: 'Rebuilds a project without a prompt',
  }),
  getRebuildStatus: operation('GET', '/projects/:projectId/rebuild/status', rebuildStatus, {
    does: 'Reads the latest rebuild',
  }),
  getDevLogs: operation('GET', '/projects/:projectId/backend/dev/logs', devLogs, {
    does: 'Reads the log of the development server',
    role: 'builder',
  }),
  getProductionLogs: operation('GET', '/projects/:projectId/backend/prod/logs', productionLogs, {
    does: 'Reads the log of the published app',
    role: 'builder',
    query: z.strictObject({
      // Without it the service returns only the last six hours.
      from: described(instant, 'a time within the last 3 days'),
      regexSearch: z.optional(described(z.string(), 'a regular expression')),
    }),
  }),
  deleteProject: operation('DELETE', '/projects/:projectId', done, {
    does: 'Deletes a project and its data for good',
    role: 'owner',
  }),
  getRepositoryStatus: operation('GET', '/projects/:projectId/github/status', repositoryStatus, {
    does: 'Reads which repository is connected',
  }),
  getPullStatus: operation('GET', '/projects/:projectId/github/pull-status', pullStatus, {
    does: 'Reads the latest pull from the repository',
  }),
  getDesigntoolStatus: operation('GET', '/projects/:projectId/designtool/status', designtoolStatus, {
    does: 'Reads which design tool is connected',
  }),
};
