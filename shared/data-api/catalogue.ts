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

/** Every operation of the data backend that anything of ours may use. What is not here can't be asked for. */
export const dataCatalogue = {
  ...recordOperations,
  ...referenceOperations,
  ...queryOperations,
  ...historyOperations,
  ...fileOperations,
  ...scanOperations,
  ...userOperations,
  ...projectOperations,
  ...integrationOperations,
} as const satisfies Record<string, DataOperation>;

export type DataOperationName = keyof typeof dataCatalogue;

export const dataOperationNames = Object.keys(dataCatalogue) as DataOperationName[];

/** How settings, the log and the ledger tell an operation of the data backend from one of the builder service. */
export type QualifiedDataName = `data.${DataOperationName}`;
const PREFIX = 'data.';

export const qualified = (name: DataOperationName): QualifiedDataName => `${PREFIX}${name}`;

export function isQualifiedDataName(text: string): text is QualifiedDataName {
  return text.startsWith(PREFIX) && Object.hasOwn(dataCatalogue, text.slice(PREFIX.length));
}
