import * as z from 'zod/mini';
import { done, secretRecord } from '../builder-api/publishing.ts';
import { form, required } from '../request-schema.ts';
import { operation } from './operation.ts';

export const secretOperations = {
  createSecret: operation({
    method: 'POST',
    path: '/projects/:projectId/secrets',
    role: 'builder',
    body: form('MISSING_SECRET_FIELDS', {
      secretName: required('MISSING_SECRET_FIELDS'),
      secretValue: required('MISSING_SECRET_FIELDS'),
      environment: z.optional(z.enum(['development', 'production', 'both'], 'INVALID_SECRET_ENVIRONMENT')),
    }),
    data: secretRecord,
  }),
  deleteSecret: operation({
    method: 'DELETE',
    path: '/projects/:projectId/secrets/:secretId',
    role: 'owner',
    data: done,
  }),
};
