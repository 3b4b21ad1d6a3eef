import type * as z from 'zod/mini';
import { accountOperations } from '../../shared/operations/account.ts';
import { ENGINE_TWINS, type OperationName } from '../../shared/operations/catalogue.ts';
import { databaseOperations } from '../../shared/operations/database.ts';
import { launchOperations } from '../../shared/operations/launch.ts';
import { limitOperations } from '../../shared/operations/limits.ts';
import type { CostClass, Operation, Reach } from '../../shared/operations/operation.ts';
import {
  groupOperations,
  projectOperations,
  secretOperations,
  versionOperations,
} from '../../shared/operations/projects.ts';
import { publishingOperations } from '../../shared/operations/publishing.ts';
import { webhookOperations } from '../../shared/operations/webhooks.ts';
import { conversationOperations, fileOperations, workOperations } from '../../shared/operations/work.ts';
import { isPriced, PRICE_NAMES } from '../../shared/spending/price.ts';
import { SETTINGS, settingWords } from './options.ts';
import { PLACES, placeWords } from './places.ts';

/**
 * Areas in the order of the reference of operations; separate from the catalogue so that no shipped script contains
 * them.
 */
export const AREAS = {
  Account: accountOperations,
  Projects: { ...launchOperations, ...projectOperations, ...groupOperations },
  'Runs, deployments and servers': { ...workOperations, ...fileOperations, ...conversationOperations },
  'Publishing, versions and secrets': {
    ...publishingOperations,
    ...versionOperations,
    ...secretOperations,
  },
  Limits: limitOperations,
  Webhooks: webhookOperations,
  Database: databaseOperations,
};

/** What each operation does, for the reference; separate from the catalogue so that no shipped script contains it. */
export const ABOUT: Record<OperationName, string> = {
  getAccount: 'Reads how many credits the account can spend, in all and by where they come from.',
  getCreditCosts: 'Reads the fixed prices, for the current engine or with `engine=legacy` for the older one.',
  getEngineOptIn:
    'Returns whether new projects get the current engine, and whether that switch still has an effect.',
  setEngineOptIn: 'Chooses the engine of new projects.',
  getSpending: 'Reads credits spent per day, for the account or one project, over at most 90 days.',
  launchProject:
    'Creates a project with attachments, secrets and caps, and starts the first agent run on a prompt.',
  listProjects: 'Lists projects, newest first unless sorted otherwise, by name, group or time of creation.',
  getProject: 'Reads one project: addresses, engine, and what its agent, server and deployment are doing.',
  createProject: 'Creates an empty project in which nothing runs.',
  updateProject: "Changes a project's display name, description or group.",
  getAgentStatus: 'Reads how the latest agent run goes, with the conversation and what it cost.',
  startAgent: 'Starts an agent run with a prompt; what it costs is known when it ends.',
  stopAgent: 'Stops the agent run; what was built stays.',
  getDeploymentStatus: 'Reads how the latest deployment goes, and where the app is live.',
  deploy: 'Publishes the project to its production address.',
  startServer: 'Starts the development server, or starts it anew.',
  uploadFile:
    'Uploads a file of at most 8 MiB, given by name and in base64, for a prompt to name by its address.',
  getConversation:
    'Reads what was said in all runs of a project, with the files and versions that belong to it.',
  clearContext: 'Lets the next prompt start without the memory of the earlier ones.',
  setDomain: "Connects a subdomain of the user's own, and returns the DNS records to add.",
  deleteDomain: 'Takes the own domain away.',
  unpublish: 'Takes the published app, its snapshot and all its domains down at once.',
  rebuild: 'Builds the project anew without a prompt.',
  getRebuildStatus: 'Reads how the latest rebuild went.',
  getDevLogs: 'Reads what the development server printed.',
  getProductionLogs: 'Reads requests, messages and exceptions of the published app, of the last three days.',
  deleteProject: 'Deletes a project and its data, for good.',
  getRepositoryStatus: 'Returns whether a code repository is connected, and which branches it uses.',
  getPullStatus: 'Reads how the latest pull from the repository went.',
  getDesigntoolStatus: 'Returns whether a design tool is connected.',
  listVersions: 'Lists saved versions of the code.',
  recoverVersion: 'Goes back to a saved version, as a new one.',
  clearRecovery: 'Clears the note of a recovery that failed.',
  getVersionDiff: 'Reads what a version changed.',
  createSecret: 'Adds an environment variable to the app; its value is never returned.',
  deleteSecret: 'Takes an environment variable away.',
  listGroups: 'Lists the groups that projects are filed under.',
  getGroup: 'Reads one group.',
  createGroup: 'Makes a group.',
  updateGroup: 'Renames or describes a group.',
  deleteGroup: 'Deletes a group; its projects stay, ungrouped.',
  getAtLimit: 'Lists the projects that have used up a monthly cap, and when the caps start anew.',
  getCreditLimits: "Reads a project's monthly caps and what it has used of them.",
  setCreditLimits:
    "Raises, lowers or removes one of a project's monthly caps, if it still is what the owner saw.",
  getFeatureLimits: 'Reads every feature of a project: on or off, its budget and what was used.',
  setFeatureLimits:
    'Switches features of a project on or off; a monthly budget is set if it still is what the owner saw.',
  getRateLimit: 'Reads how many requests a minute one visitor of the published app may make.',
  setRateLimit:
    'Changes the limit per visitor, the ranges that are never limited, and the exemption of known bots.',
  listWebhooks: "Lists the account's webhook subscriptions, with the names of the headers they send.",
  registerWebhook: 'Subscribes an address to one event, for all projects or some.',
  deleteWebhook: 'Ends a subscription.',
  getWebhookSecret: "Reads the secret that signs a subscription's deliveries.",
  listDeliveries: 'Lists what was delivered or failed to be, of the last 30 days, newest first.',
  getProjectWebhook: "Reads the address for a project's own integration events.",
  setProjectWebhook: "Sets the address for a project's own integration events.",
  rotateProjectWebhookSecret:
    'Makes a new secret for the project webhook; the old one signs for another day.',
  getDatabaseSchema: "Reads the tables of a project's database.",
  queryRows: 'Reads rows of a table by filter, order and page.',
  changeRelations: 'Links records, or takes links away.',
  runSql: "Runs SQL on a project's database; what does not surely only read needs write mode.",
  getTablesStructure: "Reads the tables of an older project's database.",
  queryTable: "Reads records of an older project's table.",
  linkRecord: 'Links a record of an older project to another.',
  unlinkRecord: 'Takes a link between records of an older project away.',
  createRecord: 'Writes one record.',
  updateRecord: 'Changes one record.',
  deleteRecord: 'Deletes one record.',
};

const COST_WORDS: Record<CostClass, string> = {
  free: 'free',
  credits: 'uses credits',
  unstated: 'not stated',
};

const HEAD = `# Operations

Every call of the service that Pilot Light knows, generated from \`shared/operations\`; the gateway forwards nothing else.
After a change there, \`npx vitest run e2e/docs -u\` generates this page.

A paired browser requests an operation at \`/service\` and the path below, with the operation's own method, query and body,
if its role permits it. One that uses credits needs an \`Idempotency-Key\` header and is made at most once per key; when the
response was lost, the edge responds with 202 and the record that \`/paid-calls/:key\` also returns. A price is the name
of one in the service's table of fixed prices.

Rows of a project's database come without columns whose names contain \`password\`, \`passwd\`, \`passphrase\`, \`pwd\`, \`passwort\` or
\`kennwort\`, which can't be filtered or sorted by either. Only a statement of SQL, which owners alone may run, returns them.
`;

const UNUSED = `## Documented, and not used

- \`secretPrefix\` of a project's webhook: the beginning of a secret tells nobody anything, so the edge removes it.
- \`createdVia\` of a project at a cap: it changes nothing that can be done about the cap.
- \`POST /projects/:projectId/database/records/bulk\`: neither its body nor its response is documented, so of a lost one nobody could say
  which rows were written.
- \`GET /user/current\` of the data backend: the key belongs to the edge, not to whoever looks.
- \`GET /user/{id}\` and \`GET /data-deleted/{id}\`: the lists contain the same.
- Column values of a page: neither their method nor their path is documented.
- \`idsOfMultipleNodesToSearch\` and \`returnCount\` of the search of a page: the form of these texts is not documented.
`;

/** The page \`docs/operations.md\`. */
export function operationsReference(): string {
  const areas = Object.entries(AREAS).map(
    ([title, operations]) => `## ${title}\n\n${Object.entries(operations).map(describe).join('\n')}`,
  );
  return `${HEAD}\n${areas.join('\n')}\n${UNUSED}`;
}

function describe([name, operation]: [string, Operation]): string {
  const { method, base, path, cost, role, query, body, engine, redacted } = operation;
  const price = isPriced(name) ? PRICE_NAMES[name] : null;
  const twin = ENGINE_TWINS[name as OperationName];
  const facts: [string, string | null][] = [
    ['Cost', price === null ? COST_WORDS[cost] : `${COST_WORDS[cost]} (\`${price}\`)`],
    ['Who', reachWords(operation.reach, role)],
    ['Where a user does it', placeWords(PLACES[name as OperationName])],
    ['Query', fieldsOf(query)],
    ['Body', fieldsOf(body)],
    ['Options', settingWords(SETTINGS[name as OperationName])],
    ['Engine', engine && `\`${engine}\` only${twin ? `; the other engine has \`${twin}\`` : ''}`],
    ['Redacted', redacted.length > 0 ? redacted.map((field) => `\`${field}\``).join(', ') : null],
  ];
  const rows = facts.flatMap(([title, words]) => (words === null ? [] : [`- ${title}: ${words}`]));
  const place = base === 'root' ? ' (outside the versioned prefix)' : '';
  return `### ${name}\n\n\`${method} ${path}\`${place}\n\n${ABOUT[name as OperationName]}\n\n${rows.join('\n')}\n`;
}

function reachWords(reach: Reach, role: Operation['role']): string {
  switch (reach) {
    case 'gateway':
      return role;
    case 'launches':
      return `${role}, at \`/launches\` only`;
    case 'caps':
      return `${role}, at \`/caps\` only`;
    case 'edge':
      return 'the edge only: the response contains a secret';
  }
}

interface Definition {
  type: string;
  innerType?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
}

/** Field names of an object, optional ones with a question mark; null when there is none. */
export function fieldsOf(schema: z.ZodMiniType | null): string | null {
  if (schema === null) return null;
  const definition = schema._zod.def as Definition;
  if (definition.innerType) return fieldsOf(definition.innerType);
  if (!definition.shape) return "an object of the app's own";
  return Object.entries(definition.shape)
    .map(([field, value]) => `\`${field}${(value._zod.def as Definition).type === 'optional' ? '?' : ''}\``)
    .join(', ');
}
