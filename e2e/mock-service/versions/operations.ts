import { CREDIT_COSTS, LEGACY_CREDIT_COSTS } from '../account/credit-costs.ts';
import { requireCredits } from '../account/no-credits.ts';
import { requireAllowed, requireNothingInTheWay, requireServer } from '../agent/exclusions.ts';
import { iso } from '../clock/calendar.ts';
import { type Answer, type Call, type Operation, param } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isText, wholeNumber } from '../http/values.ts';
import { charge } from '../limits/charge.ts';
import type { Version } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import { startRecovery } from './recovery.ts';

const VERSIONS = '/projects/:projectId/versions';
const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 100;
const COMMIT = /^[0-9a-f]{7,40}$/i;

/** Gaps page, Secrets and versions. */
export const VERSION_OPERATIONS: Operation[] = [
  { name: 'listVersions', method: 'GET', path: VERSIONS, cost: 'free', handle: listVersions },
  {
    name: 'recoverVersion',
    method: 'POST',
    path: `${VERSIONS}/:versionId/recover`,
    cost: 'credits',
    handle: recoverVersion,
  },
  {
    name: 'clearVersionRecovery',
    method: 'DELETE',
    path: `${VERSIONS}/recovery`,
    cost: 'free',
    knownFrom: 'notes',
    handle: clearRecovery,
  },
  {
    name: 'getVersionDiff',
    method: 'GET',
    path: '/projects/:projectId/version-diff',
    cost: 'free',
    handle: getVersionDiff,
  },
];

/** Newest first; the order is not stated. */
function listVersions(call: Call): Answer {
  const { query } = call;
  const { versions } = requireProject(call);
  const limit = wholeNumber(query.get('limit'), DEFAULT_PAGE, 1, LARGEST_PAGE);
  const skip = wholeNumber(query.get('skip'), 0, 0, Number.MAX_SAFE_INTEGER);
  const page = versions.toReversed().slice(skip, skip + limit);
  return { data: { versions: page.map(listedVersion), totalCount: versions.length } };
}

function listedVersion({ id, createdAt, updatedAt, ...rest }: Version) {
  return { _id: id, ...rest, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}

function recoverVersion(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  const wanted = param(call, 'versionId');
  if (!isText(wanted)) refuse(400, 'MISSING_VERSION_ID', 'The version is not named');
  const version = project.versions.find(({ id }) => id === wanted);
  if (version === undefined) refuse(404, 'VERSION_NOT_FOUND', `There is no version ${wanted}`);
  requireNothingInTheWay(project, 'recover');
  requireServer(world, project);
  const cost = (project.engine === 'legacy' ? LEGACY_CREDIT_COSTS : CREDIT_COSTS).RECOVER_VERSION;
  requireCredits(world, cost, 'a recovery', project);
  charge(world, project, 'development', 'recover_version', cost);
  startRecovery(world, project, version);
  return { data: { message: 'The version is being recovered; this takes 1 to 4 minutes' } };
}

function clearRecovery(call: Call): Answer {
  const project = requireProject(call);
  requireAllowed(call, project);
  project.recovery = null;
  return { data: { success: true } };
}

/** Requested by commit, not by version; available from a running server only. */
function getVersionDiff(call: Call): Answer {
  const project = requireProject(call);
  const commitSha = call.query.get('commitSha') ?? '';
  if (commitSha === '') refuse(400, 'MISSING_COMMIT_SHA', 'commitSha is required');
  if (!COMMIT.test(commitSha)) refuse(400, 'INVALID_COMMIT_SHA', 'commitSha must be 7 to 40 hex digits');
  if (project.serverStatus !== 'Active') refuse(400, 'NO_ACTIVE_SANDBOX', 'The server is not up');
  const version = project.versions.find((one) => one.commitSha.startsWith(commitSha.toLowerCase()));
  if (version === undefined) refuse(400, 'INVALID_COMMIT_SHA', `There is no commit ${commitSha}`);
  return { data: { commitSha: version.commitSha, diff: diffOf(version) } };
}

function diffOf({ commitMessage, commitSha }: Version): string {
  return [
    'diff --git a/src/pages/home.tsx b/src/pages/home.tsx',
    `index ${commitSha.slice(7, 14)}..${commitSha.slice(0, 7)} 100644`,
    '--- a/src/pages/home.tsx',
    '+++ b/src/pages/home.tsx',
    '@@ -1,3 +1,4 @@',
    ' export function Home() {',
    `+  // ${commitMessage.replaceAll('\n', ' ')}`,
    '   return <main />;',
    ' }',
    '',
  ].join('\n');
}
