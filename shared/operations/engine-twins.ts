import type { OperationName } from './catalogue.ts';

/** The operation of the other engine that does the same (service reference, Database routes by engine). */
export const ENGINE_TWINS: Partial<Record<OperationName, OperationName>> = {
  getDatabaseSchema: 'getTablesStructure',
  getTablesStructure: 'getDatabaseSchema',
  queryRows: 'queryTable',
  queryTable: 'queryRows',
  changeRelations: 'linkRecord',
  linkRecord: 'changeRelations',
  unlinkRecord: 'changeRelations',
};
