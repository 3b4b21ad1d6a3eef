import { ACCOUNT_OPERATIONS } from '../account/operations.ts';
import { AGENT_OPERATIONS } from '../agent/operations.ts';
import { ANALYTICS_OPERATIONS } from '../analytics/operations.ts';
import { DATABASE_OPERATIONS } from '../database/operations.ts';
import { DEPLOYMENT_OPERATIONS } from '../deployments/operations.ts';
import { LAUNCH_OPERATIONS } from '../launch/operations.ts';
import { LIMIT_OPERATIONS } from '../limits/operations.ts';
import { PROJECT_OPERATIONS } from '../projects/operations.ts';
import { WEBHOOK_OPERATIONS } from '../webhooks/operations.ts';
import type { Operation } from './operation.ts';

/** Every call of the service; fixed paths come before those with a parameter in the same place. */
export const OPERATIONS: readonly Operation[] = [
  ...ACCOUNT_OPERATIONS,
  ...LAUNCH_OPERATIONS,
  ...LIMIT_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...AGENT_OPERATIONS,
  ...DEPLOYMENT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...DATABASE_OPERATIONS,
  ...ANALYTICS_OPERATIONS,
];
