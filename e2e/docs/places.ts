import type { OperationName } from '../../shared/operations/catalogue.ts';

/**
 * Where a person uses an operation, for the reference. `view`: `at` names the place as the console does, `source` the files of
 * the extension that make the call. `edge`: the edge makes it by itself, `source` names its file. `none`: nobody
 * reaches it, and why. A test holds that the files really do (`e2e/repo-checks/places.test.ts`).
 */
export type Place =
  | { kind: 'view'; at: string; source: readonly string[] }
  | { kind: 'edge'; at: string; source: string }
  | { kind: 'none'; why: string };

/** @param source below `extension` */
export const view = (at: string, ...source: string[]): Place => ({ kind: 'view', at, source });
/** @param at what it is for; @param source below `edge` */
export const edge = (at: string, source: string): Place => ({ kind: 'edge', at, source });
export const none = (why: string): Place => ({ kind: 'none', why });

/** The line of the reference. */
export function placeWords(place: Place): string {
  switch (place.kind) {
    case 'view':
      return place.at;
    case 'edge':
      return `nowhere by hand; the edge does it for ${place.at}`;
    case 'none':
      return `nowhere: ${place.why}`;
  }
}

const PROJECTS = 'console/pages/projects';
const KNOWN_GROUPS = 'console/kit/use-groups.ts';

/** Where a user does it; apart from the catalogue, so that no shipped script carries it. */
export const PLACES: Record<OperationName, Place> = {
  getAccount: edge('the balance in the popup and in the rail', 'sections/reader.ts'),
  getCreditCosts: view('Settings, Fixed prices', 'console/pages/settings/service.tsx'),
  getEngineOptIn: view('Settings, Engine', 'console/pages/settings/service.tsx'),
  setEngineOptIn: view('Settings, Engine', 'console/pages/settings/service.tsx'),
  getSpending: view('Money, and Project › Limits', 'reads/spending.ts'),
  launchProject: view('popup, context menu or Launch: Launch', 'background/launch/runner-dependencies.ts'),
  listProjects: view('Projects', `${PROJECTS}/use-project-list.ts`),
  getProject: view('every project’s page', 'reads/use-project.ts', 'reads/paths.ts'),
  createProject: view('Projects, New', `${PROJECTS}/new-project.tsx`),
  updateProject: view(
    'Project, Edit; several at once in Projects, Select',
    `${PROJECTS}/edit-project.tsx`,
    'reads/paths.ts',
  ),
  getAgentStatus: edge('the agent’s words in Now and Project › Talk', 'sections/projects-reader.ts'),
  startAgent: view(
    'Project › Talk; Ask the agent to fix it, in the popup',
    'console/pages/project/talk/prompt-form.tsx',
  ),
  stopAgent: view('Now and popup, Stop', 'background/commands/projects.ts'),
  getDeploymentStatus: view('Project › Ship, Deployment', 'console/pages/project/ship/deployment.tsx'),
  deploy: view(
    'Projects, Deploy on the row; Project; Project › Ship',
    'console/pages/project/ship/deployment.tsx',
  ),
  startServer: view('Project › Ship, Server', 'console/pages/project/ship/server.tsx'),
  getConversation: view('Project › Talk', 'console/pages/project/talk/talk-tab.tsx'),
  uploadFile: view('Project › Talk, files', 'background/paid-calls.ts'),
  clearContext: view('Project › Talk, Clear context', 'console/pages/project/talk/talk-tab.tsx'),
  setDomain: view('Project › Ship, Domain', 'console/pages/project/ship/domain.tsx'),
  deleteDomain: view('Project › Ship, Domain', 'console/pages/project/ship/domain.tsx'),
  unpublish: view('Project › Ship, Deployment', 'console/pages/project/ship/deployment.tsx'),
  rebuild: view('Project › Ship, Server', 'console/pages/project/ship/server.tsx'),
  getRebuildStatus: view('Project › Ship, Server', 'console/pages/project/ship/server.tsx'),
  getDevLogs: view('Project › Ship, Logs', 'console/pages/project/ship/logs.tsx'),
  getProductionLogs: view('Project › Ship, Logs', 'console/pages/project/ship/logs.tsx'),
  deleteProject: view(
    'Project, Edit; several at once in Projects, Select',
    `${PROJECTS}/edit-project.tsx`,
    'reads/paths.ts',
  ),
  getRepositoryStatus: view(
    'Project › Ship, Repository and design tool',
    'console/pages/project/ship/connections.tsx',
  ),
  getPullStatus: view(
    'Project › Ship, Repository and design tool',
    'console/pages/project/ship/connections.tsx',
  ),
  getDesigntoolStatus: view(
    'Project › Ship, Repository and design tool',
    'console/pages/project/ship/connections.tsx',
  ),
  listVersions: view('Project › Ship, Versions', 'console/pages/project/ship/versions.tsx'),
  recoverVersion: view('Project › Ship, Versions', 'console/pages/project/ship/versions.tsx'),
  clearRecovery: view('Project › Ship, Versions', 'console/pages/project/ship/versions.tsx'),
  getVersionDiff: view('Project › Ship, Versions', 'console/pages/project/ship/versions.tsx'),
  createSecret: view(
    'Project › Ship, Environment variables; Needs you, Add keys',
    'console/kit/add-secret.tsx',
  ),
  deleteSecret: view('Project › Ship, Environment variables', 'console/kit/add-secret.tsx'),
  listGroups: view('Projects, the filter by group', KNOWN_GROUPS),
  getGroup: view('Projects, Edit groups', `${PROJECTS}/groups-dialog.tsx`, KNOWN_GROUPS),
  createGroup: view('Projects, Edit groups', `${PROJECTS}/groups-dialog.tsx`, KNOWN_GROUPS),
  updateGroup: view('Projects, Edit groups', `${PROJECTS}/groups-dialog.tsx`, KNOWN_GROUPS),
  deleteGroup: view('Projects, Edit groups', `${PROJECTS}/groups-dialog.tsx`, KNOWN_GROUPS),
  getAtLimit: edge('caps that are reached, in Now and the popup', 'sections/reader.ts'),
  getCreditLimits: view('Project › Limits; the bar in Projects', 'console/pages/project/limits/caps.tsx'),
  setCreditLimits: view('Project › Limits; Needs you, Raise; Money, the planner', 'edge-client/put-cap.ts'),
  getFeatureLimits: view('Project › Limits, Features', 'console/pages/project/limits/features.tsx'),
  setFeatureLimits: view('Project › Limits, Features', 'console/pages/project/limits/features.tsx'),
  getRateLimit: view('Project › Limits, Each visitor', 'console/pages/project/limits/visitor-limit.tsx'),
  setRateLimit: view('Project › Limits, Each visitor', 'console/pages/project/limits/visitor-limit.tsx'),
  listWebhooks: edge('Settings, Receivers', 'webhooks/subscriptions/webhook-service.ts'),
  registerWebhook: view(
    'Settings, Receivers, Add a receiver',
    'console/pages/settings/receivers/new-receiver.tsx',
  ),
  deleteWebhook: view('Settings, Receivers', 'console/pages/settings/receivers/use-endings.ts'),
  getWebhookSecret: edge('verifying what arrives', 'webhooks/subscriptions/webhook-service.ts'),
  listDeliveries: edge('Settings, Receivers', 'sections/deliveries-reader.ts'),
  getProjectWebhook: view('Project › Ship, webhook', 'console/pages/project/ship/webhook/webhook-tab.tsx'),
  setProjectWebhook: view('Project › Ship, webhook', 'console/pages/project/ship/webhook/webhook-target.tsx'),
  rotateProjectWebhookSecret: edge(
    'Project › Ship, webhook, a new secret',
    'webhooks/subscriptions/webhook-service.ts',
  ),
  getDatabaseSchema: view('Project › Data, database', 'console/pages/project/data/database/database-tab.tsx'),
  queryRows: view('Project › Data, database', 'console/pages/project/data/database/query.ts'),
  changeRelations: view(
    'Project › Data, database, links of a row',
    'console/pages/project/data/database/query.ts',
  ),
  runSql: view('Project › Data, database, SQL', 'console/pages/project/data/database/sql.tsx'),
  getTablesStructure: view(
    'Project › Data, database, of an older project',
    'console/pages/project/data/database/database-tab.tsx',
  ),
  queryTable: view(
    'Project › Data, database, of an older project',
    'console/pages/project/data/database/query.ts',
  ),
  linkRecord: view(
    'Project › Data, database, links of a row',
    'console/pages/project/data/database/query.ts',
  ),
  unlinkRecord: view(
    'Project › Data, database, links of a row',
    'console/pages/project/data/database/query.ts',
  ),
  createRecord: view('Project › Data, database', 'console/pages/project/data/database/query.ts'),
  updateRecord: view('Project › Data, database', 'console/pages/project/data/database/query.ts'),
  deleteRecord: view('Project › Data, database', 'console/pages/project/data/database/query.ts'),
};
