import { ACCOUNT_OPERATIONS } from './account/operations.ts';
import { AGENT_OPERATIONS } from './agent/operations.ts';
import { ANALYTICS_OPERATIONS } from './analytics/operations.ts';
import { CONNECTION_OPERATIONS } from './connections/operations.ts';
import { DATABASE_OPERATIONS } from './database/operations.ts';
import { DEPLOYMENT_OPERATIONS } from './deployments/operations.ts';
import { DOMAIN_OPERATIONS } from './domain/operations.ts';
import { FILE_OPERATIONS } from './files/operations.ts';
import { GROUP_OPERATIONS } from './groups/operations.ts';
import type { Operation } from './http/operation.ts';
import { LAUNCH_OPERATIONS } from './launch/operations.ts';
import { LIMIT_OPERATIONS } from './limits/operations.ts';
import { LOG_OPERATIONS } from './logs/operations.ts';
import { PROJECT_OPERATIONS } from './projects/operations.ts';
import { SECRET_OPERATIONS } from './secrets/operations.ts';
import { VERSION_OPERATIONS } from './versions/operations.ts';
import { WEBHOOK_OPERATIONS } from './webhooks/operations.ts';

/** Every call of the service; fixed paths come before those with a parameter in the same place. */
export const OPERATIONS: readonly Operation[] = [
  ...ACCOUNT_OPERATIONS,
  ...LAUNCH_OPERATIONS,
  ...LIMIT_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...GROUP_OPERATIONS,
  ...AGENT_OPERATIONS,
  ...DEPLOYMENT_OPERATIONS,
  ...VERSION_OPERATIONS,
  ...SECRET_OPERATIONS,
  ...DOMAIN_OPERATIONS,
  ...FILE_OPERATIONS,
  ...LOG_OPERATIONS,
  ...CONNECTION_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...DATABASE_OPERATIONS,
  ...ANALYTICS_OPERATIONS,
];
