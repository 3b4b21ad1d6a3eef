import { fileOperations, scanOperations } from './file-operations.ts';
import type { DataOperation } from './operation.ts';
import { integrationOperations, projectOperations } from './project-operations.ts';
import {
  historyOperations,
  queryOperations,
  recordOperations,
  referenceOperations,
} from './record-operations.ts';
import { userOperations } from './user-operations.ts';

/** What the data backend does, by area. */
export const dataAreas = {
  records: { ...recordOperations, ...referenceOperations, ...queryOperations },
  deleted: historyOperations,
  files: { ...fileOperations, ...scanOperations },
  users: userOperations,
  app: { ...projectOperations, ...integrationOperations },
} as const satisfies Record<string, Record<string, DataOperation>>;

/** Every operation of the data backend that our code may use; anything else is refused. */
export const dataCatalogue = {
  ...dataAreas.records,
  ...dataAreas.deleted,
  ...dataAreas.files,
  ...dataAreas.users,
  ...dataAreas.app,
} as const satisfies Record<string, DataOperation>;

export type DataOperationName = keyof typeof dataCatalogue;

export const dataOperationNames = Object.keys(dataCatalogue) as DataOperationName[];

/** Name of a data operation where settings, log and ledger also hold operations of the builder service. */
export type QualifiedDataName = `data.${DataOperationName}`;
const PREFIX = 'data.';

export const qualified = (name: DataOperationName): QualifiedDataName => `${PREFIX}${name}`;

export function isQualifiedDataName(text: string): text is QualifiedDataName {
  return text.startsWith(PREFIX) && Object.hasOwn(dataCatalogue, text.slice(PREFIX.length));
}
