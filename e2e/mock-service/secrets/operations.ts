import { requireAllowed } from '../agent/exclusions.ts';
import { iso } from '../clock/calendar.ts';
import { type Answer, type Call, type Operation, param } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord, isText } from '../http/values.ts';
import type { StoredSecret } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import { ENVIRONMENTS, echoedSecret, isEnvironment, MOST_SECRETS } from './secret.ts';

const SECRETS = '/projects/:projectId/secrets';
/** What an environment variable may be called. */
const KEY_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Gaps page, Secrets and versions. A secret can't be changed: it is deleted and added again. */
export const SECRET_OPERATIONS: Operation[] = [
  { name: 'addSecret', method: 'POST', path: SECRETS, cost: 'free', handle: addSecret },
  {
    name: 'deleteSecret',
    method: 'DELETE',
    path: `${SECRETS}/:secretId`,
    cost: 'free',
    handle: deleteSecret,
  },
];

function addSecret(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  const { secretName, secretValue, environment } = isRecord(call.body) ? call.body : {};
  if (!isText(secretName) || !isText(secretValue)) {
    refuse(400, 'MISSING_SECRET_FIELDS', 'secretName and secretValue are required');
  }
  if (!KEY_NAME.test(secretName)) {
    refuse(400, 'INVALID_SECRET_KEY_NAME', 'secretName must be letters, digits and underscores');
  }
  const where = environment ?? 'both';
  if (!isEnvironment(where)) {
    refuse(400, 'INVALID_SECRET_ENVIRONMENT', `environment must be one of ${ENVIRONMENTS.join(', ')}`);
  }
  if (project.secrets.some((other) => other.secretName === secretName)) {
    refuse(400, 'DUPLICATE_SECRET_NAME', `${secretName} exists; delete it first`);
  }
  if (project.secrets.length >= MOST_SECRETS) {
    refuse(400, 'TOO_MANY_SECRETS', `At most ${MOST_SECRETS} secrets`);
  }
  const secret: StoredSecret = { _id: world.random.hex(24), secretName, secretValue, environment: where };
  project.secrets.push(secret);
  world.projectCache.delete(project.projectId);
  return { data: { ...echoedSecret(secret), createdAt: iso(world.clock.now()) } };
}

function deleteSecret(call: Call): Answer {
  const project = requireProject(call);
  requireAllowed(call, project);
  const wanted = param(call, 'secretId');
  if (!isText(wanted)) refuse(400, 'MISSING_SECRET_ID', 'The secret is not named');
  const index = project.secrets.findIndex(({ _id }) => _id === wanted);
  if (index < 0) refuse(404, 'SECRET_NOT_FOUND', `There is no secret ${wanted}`);
  project.secrets.splice(index, 1);
  call.world.projectCache.delete(project.projectId);
  return { data: { success: true } };
}
