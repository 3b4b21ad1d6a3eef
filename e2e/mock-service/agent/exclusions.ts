import { CREDIT_COSTS, LEGACY_CREDIT_COSTS } from '../account/credit-costs.ts';
import { requireCredits } from '../account/no-credits.ts';
import type { Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { charge } from '../limits/charge.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';
import { isBatchActive } from './batch.ts';
import { currentRun } from './run.ts';
import { startServer } from './server.ts';

/** Work on a project that other work in progress can exclude. */
export type Work = 'run' | 'deploy' | 'recover' | 'server-start' | 'rebuild' | 'clear-context' | 'delete';

type UnderWay = 'batch' | 'run' | 'deploy' | 'recovery' | 'rebuild' | 'pull' | 'import';

/** What excludes what (gaps page), in the order of the checks. */
const EXCLUDED_BY: Record<Work, readonly UnderWay[]> = {
  run: ['batch', 'run', 'deploy', 'recovery', 'rebuild', 'pull', 'import'],
  deploy: ['run', 'deploy', 'recovery'],
  recover: ['run', 'deploy', 'recovery'],
  'server-start': ['run', 'deploy', 'recovery'],
  rebuild: ['run', 'rebuild'],
  'clear-context': ['run'],
  delete: ['deploy'],
};

interface Exclusion {
  holds(project: Project): boolean;
  code: string;
  message: string;
}

const EXCLUSIONS: Record<UnderWay, Exclusion> = {
  batch: {
    holds: (project) => isBatchActive(project),
    code: 'AUTO_EXECUTION_ALREADY_ACTIVE',
    message: 'A batch of prompts is being run on this project',
  },
  run: {
    holds: (project) => currentRun(project) !== undefined || isBatchActive(project),
    code: 'AGENT_RUNNING',
    message: 'The agent is running on this project',
  },
  deploy: {
    holds: (project) => project.deployments.at(-1)?.status === 'deploying',
    code: 'DEPLOYMENT_RUNNING',
    message: 'A deployment of this project is running',
  },
  recovery: {
    holds: (project) => project.recovery?.status === 'recovering',
    code: 'RECOVERY_RUNNING',
    message: 'A version of this project is being recovered',
  },
  rebuild: {
    holds: (project) => project.rebuild?.status === 'rebuilding',
    code: 'REBUILD_RUNNING',
    message: 'The preview of this project is being rebuilt',
  },
  pull: {
    holds: (project) => project.github?.pull?.status === 'pulling',
    code: 'GITHUB_PULL_RUNNING',
    message: 'Changes of the repository are being pulled into this project',
  },
  import: {
    holds: (project) => project.import !== null && project.import.errorMessage === undefined,
    code: 'IMPORT_IN_PROGRESS',
    message: 'Another project is being imported into this one',
  },
};

/** 409 while other work in progress excludes this. */
export function requireNothingInTheWay(project: Project, work: Work): void {
  for (const name of EXCLUDED_BY[work]) {
    const { holds, code, message } = EXCLUSIONS[name];
    if (holds(project)) refuse(409, code, message);
  }
}

/** 403 for a key that is restricted to other projects. */
export function requireAllowed({ key }: Call, project: Project): void {
  if (key.projectIds === undefined || key.projectIds.includes(project.projectId)) return;
  refuse(403, 'PROJECT_NOT_ALLOWED', 'This key may not work on this project');
}

export function serverStartCost(project: Project): number {
  return (project.engine === 'legacy' ? LEGACY_CREDIT_COSTS : CREDIT_COSTS).START_SERVER;
}

/** Refuses with 409 unless the server is up. A call that finds it asleep still starts it and pays for it. */
export function requireServer(world: World, project: Project): void {
  if (project.serverStatus === 'Active') return;
  wakeServer(world, project);
  refuse(409, 'SERVER_NOT_READY', 'The server is being started; try again when it is Active');
}

/** Starts a sleeping server at its price; 402 when the balance does not cover it. */
export function wakeServer(world: World, project: Project): void {
  if (project.serverStatus !== 'Archived') return;
  const cost = serverStartCost(project);
  requireCredits(world, cost, 'a server start', project);
  charge(world, project, 'development', 'start_server', cost);
  world.counters.effects.serverStarts += 1;
  startServer(world, project, 'Unarchiving');
}
