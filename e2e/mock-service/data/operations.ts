import { AGGREGATION_OPERATIONS } from './aggregation/operations.ts';
import { AI_OPERATIONS } from './ai/operations.ts';
import { BACKUP_OPERATIONS } from './backups/operations.ts';
import { FILE_OPERATIONS } from './files/operations.ts';
import { HISTORY_OPERATIONS } from './history/operations.ts';
import type { DataOperation } from './http/operation.ts';
import { INTEGRATION_OPERATIONS } from './integrations/operations.ts';
import { NESTED_OPERATIONS } from './nested/operations.ts';
import { ORGANIZATION_OPERATIONS } from './organization/operations.ts';
import { PAGE_OPERATIONS } from './pages/operations.ts';
import { PDF_OPERATIONS } from './pdf/operations.ts';
import { RECORD_OPERATIONS } from './records/operations.ts';
import { SCAN_OPERATIONS } from './scan/operations.ts';
import { STATISTICS_OPERATIONS } from './statistics/operations.ts';
import { STRUCTURE_OPERATIONS } from './structure/operations.ts';
import { USER_OPERATIONS } from './users/operations.ts';

/** Every operation; fixed paths come before those with a parameter in the same place. */
export const DATA_OPERATIONS: readonly DataOperation[] = [
  ...USER_OPERATIONS,
  ...STRUCTURE_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...NESTED_OPERATIONS,
  ...AGGREGATION_OPERATIONS,
  ...PAGE_OPERATIONS,
  ...STATISTICS_OPERATIONS,
  ...HISTORY_OPERATIONS,
  ...BACKUP_OPERATIONS,
  ...SCAN_OPERATIONS,
  ...FILE_OPERATIONS,
  ...PDF_OPERATIONS,
  ...AI_OPERATIONS,
  ...INTEGRATION_OPERATIONS,
  ...RECORD_OPERATIONS,
];
