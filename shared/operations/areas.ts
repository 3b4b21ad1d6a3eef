import { accountOperations } from './account.ts';
import { conversationOperations } from './conversation.ts';
import { databaseOperations } from './database.ts';
import { groupOperations } from './groups.ts';
import { launchOperations } from './launch.ts';
import { limitOperations } from './limits.ts';
import { projectOperations } from './projects.ts';
import { publishingOperations } from './publishing.ts';
import { secretOperations } from './secrets.ts';
import { versionOperations } from './versions.ts';
import { webhookOperations } from './webhooks.ts';
import { workOperations } from './work.ts';

/** Areas in the order of the reference of operations; apart from the catalogue, so that no shipped script carries them. */
export const AREAS = {
  Account: accountOperations,
  Projects: { ...launchOperations, ...projectOperations, ...groupOperations },
  'Runs, deployments and servers': { ...workOperations, ...conversationOperations },
  'Publishing, versions and secrets': {
    ...publishingOperations,
    ...versionOperations,
    ...secretOperations,
  },
  Limits: limitOperations,
  Webhooks: webhookOperations,
  Database: databaseOperations,
};
