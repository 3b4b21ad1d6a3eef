import { done, secretRecord } from '../builder-api/publishing.ts';
import { form } from '../request-schema.ts';
import { secretFields } from './new-project.ts';
import { operation } from './operation.ts';

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
