import { FILE_OPERATIONS } from '../files/operations.ts';
import { ORGANIZATION_OPERATIONS } from '../organization/operations.ts';
import { RECORD_OPERATIONS } from '../records/operations.ts';
import { STRUCTURE_OPERATIONS } from '../structure/operations.ts';
import { USER_OPERATIONS } from '../users/operations.ts';
import type { DataOperation } from './operation.ts';

/** Every operation; fixed paths come before those with a parameter in the same place. */
export const DATA_OPERATIONS: readonly DataOperation[] = [
  ...USER_OPERATIONS,
  ...STRUCTURE_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...FILE_OPERATIONS,
  ...RECORD_OPERATIONS,
];
