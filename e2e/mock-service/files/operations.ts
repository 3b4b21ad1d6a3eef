import { CREDIT_COSTS, LEGACY_CREDIT_COSTS } from '../account/credit-costs.ts';
import { requireCredits } from '../account/no-credits.ts';
import { requireAllowed } from '../agent/exclusions.ts';
import type { Answer, Call, Operation } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { charge } from '../limits/charge.ts';
import { requireProject } from '../world/require-project.ts';
import { storeFile } from './file.ts';

/** The documented size of a legacy project, and the only one told for the current engine. */
const LARGEST_BYTES = 8 * 1024 * 1024;

/** Gaps page, Files. */
export const FILE_OPERATIONS: Operation[] = [
  {
    name: 'uploadFile',
    method: 'POST',
    path: '/projects/:projectId/files/upload',
    cost: 'credits',
    body: 'multipart',
    handle: uploadFile,
  },
];

function uploadFile(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  const { upload } = call;
  if (upload === undefined) refuse(400, 'MISSING_FILE', 'A part called file is required');
  if (upload.bytes.length > LARGEST_BYTES) {
    refuse(413, 'PAYLOAD_TOO_LARGE', `A file may have at most ${LARGEST_BYTES} bytes`);
  }
  const cost = (project.engine === 'legacy' ? LEGACY_CREDIT_COSTS : CREDIT_COSTS).UPLOAD_FILE;
  requireCredits(world, cost, 'an upload', project);
  charge(world, project, 'development', 'upload_file', cost);
  world.counters.effects.uploads += 1;
  return { data: storeFile(world, project.projectId, upload.name, upload.bytes) };
}
