import { fileOperations, scanOperations } from './file-operations.ts';
import { integrationOperations, projectOperations } from './project-operations.ts';
import {
  historyOperations,
  queryOperations,
  recordOperations,
  referenceOperations,
} from './record-operations.ts';
import { userOperations } from './user-operations.ts';

/**
 * Areas in the order of the reference of data operations; separate from the catalogue so that no shipped script
 * contains them.
 */
export const DATA_AREAS = {
  'Tables and records': { ...recordOperations, ...referenceOperations },
  'Reads over several records': queryOperations,
  'History and deleted data': historyOperations,
  Files: fileOperations,
  'Scans, PDFs and AI': scanOperations,
  Users: userOperations,
  App: projectOperations,
  Integrations: integrationOperations,
};
