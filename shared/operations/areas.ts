import { accountOperations } from './account.ts';
import { databaseOperations } from './database.ts';
import { launchOperations } from './launch.ts';
import { limitOperations } from './limits.ts';
import { projectOperations } from './projects.ts';
import { webhookOperations } from './webhooks.ts';
import { workOperations } from './work.ts';

/** Areas in the order of the reference of operations; apart from the catalogue, so that no shipped script carries them. */
export const AREAS = {
  Account: accountOperations,
  Projects: { ...launchOperations, ...projectOperations },
  'Runs, deployments and servers': workOperations,
  Limits: limitOperations,
  Webhooks: webhookOperations,
  Database: databaseOperations,
};
