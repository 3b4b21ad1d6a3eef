import type * as z from 'zod/mini';
import { accountOperations } from './account.ts';
import { databaseOperations } from './database.ts';
import { launchOperations } from './launch.ts';
import { limitOperations } from './limits.ts';
import type { Operation } from './operation.ts';
import { groupOperations, projectOperations, secretOperations, versionOperations } from './projects.ts';
import { publishingOperations } from './publishing.ts';
import { webhookOperations } from './webhooks.ts';
import { conversationOperations, fileOperations, workOperations } from './work.ts';

/** What the service does, by area. */
export const serviceAreas = {
  database: databaseOperations,
  projects: { ...launchOperations, ...projectOperations, ...groupOperations },
  work: { ...workOperations, ...fileOperations, ...conversationOperations },
  publishing: { ...publishingOperations, ...versionOperations, ...secretOperations },
  limits: limitOperations,
  webhooks: webhookOperations,
  account: accountOperations,
} as const satisfies Record<string, Record<string, Operation>>;

/** Every operation of the service that our code may use; anything else is refused. */
export const catalogue = {
  ...serviceAreas.account,
  ...serviceAreas.projects,
  ...serviceAreas.work,
  ...serviceAreas.publishing,
  ...serviceAreas.limits,
  ...serviceAreas.webhooks,
  ...serviceAreas.database,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof catalogue;
export type OperationData<N extends OperationName> = z.output<(typeof catalogue)[N]['data']>;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(catalogue, name);
}

export const operationNames = Object.keys(catalogue) as OperationName[];

/** The equivalent operation of the other engine (service reference, Database routes by engine). */
export const ENGINE_TWINS: Partial<Record<OperationName, OperationName>> = {
  getDatabaseSchema: 'getTablesStructure',
  getTablesStructure: 'getDatabaseSchema',
  queryRows: 'queryTable',
  queryTable: 'queryRows',
  changeRelations: 'linkRecord',
  linkRecord: 'changeRelations',
  unlinkRecord: 'changeRelations',
};
