import type { Answer, Call, Operation } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import type { Engine } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import * as current from './current-engine.ts';
import * as legacy from './legacy-engine.ts';

const DATABASE = '/projects/:projectId/database';
const DOCS_URL = 'https://docs.example/database-by-engine';

type Method = Operation['method'];
type Handle = Operation['handle'];

/** A route of one engine; the other's callers get the name of its equivalent. */
function only(
  engine: Engine,
  name: string,
  method: Method,
  path: string,
  use: string,
  handle: Handle,
): Operation {
  return {
    name,
    method,
    path: `${DATABASE}${path}`,
    cost: 'free',
    handle(call: Call): Answer {
      const project = requireProject(call);
      if (project.engine === engine) return handle(call);
      const [verb, rest] = use.split(' ');
      const useEndpoint = `${verb} /api/v1/vcaas/projects/${project.projectId}/database${rest}`;
      const details = { engine: project.engine, useEndpoint, docsUrl: DOCS_URL };
      return refuse(400, 'PROJECT_ENGINE_MISMATCH', `Use ${useEndpoint} on this project`, details);
    },
  };
}

/** Both engines have this route, each with a body of its own. */
function both(name: string, method: Method, path: string, v2: Handle, old: Handle): Operation {
  const handle: Handle = (call) => (requireProject(call).engine === 'v2' ? v2 : old)(call);
  return { name, method, path: `${DATABASE}${path}`, cost: 'free', handle };
}

const RECORD = '/records/:recordId';

/** Service reference, Database routes by engine. */
export const DATABASE_OPERATIONS: Operation[] = [
  only('legacy', 'getTablesStructure', 'GET', '/tables-structure', 'GET /schema', legacy.getTablesStructure),
  only('v2', 'getDatabaseSchema', 'GET', '/schema', 'GET /tables-structure', current.getSchema),
  only('legacy', 'queryTable', 'POST', '/query', 'POST /rows', legacy.queryTable),
  only('v2', 'queryRows', 'POST', '/rows', 'POST /query', current.queryRows),
  only('v2', 'createRecords', 'POST', '/records/bulk', 'POST /records', current.createRecords),
  both('createRecord', 'POST', '/records', current.createRecord, legacy.createLegacyRecord),
  both('updateRecord', 'PATCH', RECORD, current.updateRecord, legacy.updateLegacyRecord),
  both('deleteRecord', 'DELETE', RECORD, current.deleteRecord, legacy.deleteLegacyRecord),
  only('legacy', 'linkRecord', 'POST', `${RECORD}/link`, 'POST /relations', legacy.linkRecord),
  only('legacy', 'unlinkRecord', 'DELETE', `${RECORD}/link`, 'POST /relations', legacy.unlinkRecord),
  only('v2', 'changeRelation', 'POST', '/relations', 'POST /records/:recordId/link', current.changeRelation),
  only('v2', 'querySql', 'POST', '/sql', 'POST /query', current.querySql),
];
