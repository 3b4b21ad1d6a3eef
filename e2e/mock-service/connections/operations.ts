import { iso, MINUTE_MS } from '../clock/calendar.ts';
import type { Answer, Call, Operation } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { requireProject } from '../world/require-project.ts';
import type { World } from '../world/world.ts';

const GITHUB = '/projects/:projectId/github';
const CHECKS_PER_MINUTE = 10;

/** Gaps page: how a project is connected to a repository and to a design tool. */
export const CONNECTION_OPERATIONS: Operation[] = [
  { name: 'getGithubStatus', method: 'GET', path: `${GITHUB}/status`, cost: 'free', handle: getGithubStatus },
  {
    name: 'getPullStatus',
    method: 'GET',
    path: `${GITHUB}/pull-status`,
    cost: 'free',
    handle: getPullStatus,
  },
  { name: 'getGithubEnv', method: 'GET', path: `${GITHUB}/env`, cost: 'free', handle: getGithubEnv },
  {
    name: 'getDesigntoolStatus',
    method: 'GET',
    path: '/projects/:projectId/designtool/status',
    cost: 'free',
    knownFrom: 'client',
    handle: getDesigntoolStatus,
  },
];

function getGithubStatus(call: Call): Answer {
  const { github } = requireProject(call);
  if (github === null) return { data: { connected: false, tokenValid: false, tokenExpired: false } };
  const { pull: _pull, ...connection } = github;
  return { data: { connected: true, ...connection } };
}

function getPullStatus(call: Call): Answer {
  const pull = requireProject(call).github?.pull ?? null;
  if (pull === null) return { data: { status: null } };
  return { data: { status: pull.status, createdAt: iso(pull.createdAt) } };
}

/** Returns the values of all secrets: it exists so that a test can show that it is never called. */
function getGithubEnv(call: Call): Answer {
  const { secrets } = requireProject(call);
  return {
    data: Object.fromEntries(secrets.map(({ secretName, secretValue }) => [secretName, secretValue])),
  };
}

/** With `verify=true` the tool itself is called, as often as tokens may be checked. */
function getDesigntoolStatus(call: Call): Answer {
  const { designtool } = requireProject(call);
  if (designtool === null) return { data: { connected: false } };
  const { account, connectedAt, tokenValid, tokenError } = designtool;
  const verified = call.query.get('verify') === 'true';
  if (verified) takeTokenCheck(call.world);
  return {
    data: {
      connected: true,
      account,
      connectedAt: iso(connectedAt),
      ...(verified && { tokenValid }),
      ...(verified && tokenError !== undefined && { tokenError }),
    },
  };
}

/** 429 above ten checks of a design tool's token a minute, whoever requests them. */
export function takeTokenCheck(world: World): void {
  const now = world.clock.now();
  world.recentTokenChecks = world.recentTokenChecks.filter((at) => at > now - MINUTE_MS);
  if (world.recentTokenChecks.length >= CHECKS_PER_MINUTE) {
    refuse(429, 'RATE_LIMITED', `At most ${CHECKS_PER_MINUTE} token checks a minute`);
  }
  world.recentTokenChecks.push(now);
}
