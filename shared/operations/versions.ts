import * as z from 'zod/mini';
import { done, versionDiff, versionList } from '../builder-api/publishing.ts';
import { wholeNumber } from '../request-schema.ts';
import { operation } from './operation.ts';

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
    price: 'RECOVER_VERSION',
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
