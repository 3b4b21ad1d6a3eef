import { requireCredits } from '../account/no-credits.ts';
import type { Answer, Call, Operation } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { charge } from '../limits/charge.ts';
import { requireProject } from '../world/require-project.ts';
import { cancelBatch, isBatchActive } from './batch.ts';
import { requireAllowed, requireNothingInTheWay, serverStartCost } from './exclusions.ts';
import { currentRun, finishRun } from './run.ts';
import { startServer } from './server.ts';
import { startAgent } from './start-agent.ts';
import { getAgentStatus, getFullConversation } from './status.ts';

const AGENT = '/projects/:projectId/agent';

/** Running, stopping and reading the agent, and starting the development server. */
export const AGENT_OPERATIONS: Operation[] = [
  { name: 'startAgent', method: 'POST', path: `${AGENT}/start`, cost: 'credits', handle: startAgent },
  { name: 'getAgentStatus', method: 'GET', path: `${AGENT}/status`, cost: 'free', handle: getAgentStatus },
  {
    name: 'getFullConversation',
    method: 'GET',
    path: `${AGENT}/full-conversation`,
    cost: 'free',
    handle: getFullConversation,
  },
  {
    name: 'clearAgentContext',
    method: 'POST',
    path: `${AGENT}/clear-context`,
    cost: 'free',
    knownFrom: 'notes',
    handle: clearContext,
  },
  { name: 'stopAgent', method: 'POST', path: `${AGENT}/stop`, cost: 'free', handle: stopAgent },
  {
    name: 'startServer',
    method: 'POST',
    path: `${AGENT}/server/start-or-restart`,
    cost: 'credits',
    handle: startOrRestartServer,
  },
];

/** Cancels a batch with its running prompt, or while it is planned or between two prompts. */
function stopAgent(call: Call): Answer {
  const project = requireProject(call);
  requireAllowed(call, project);
  const run = currentRun(project);
  if (run !== undefined) finishRun(call.world, project, run, 'stopped');
  else if (project.batch !== null && isBatchActive(project)) cancelBatch(call.world, project.batch);
  else refuse(400, 'NO_PROCESS_RUNNING', 'No run of the agent to stop');
  return { data: { message: 'The agent was stopped' } };
}

/** The next prompt starts with a clear context; the conversation is kept. */
function clearContext(call: Call): Answer {
  const project = requireProject(call);
  requireAllowed(call, project);
  requireNothingInTheWay(project, 'clear-context');
  return { data: { message: 'The next prompt starts a fresh session of the agent' } };
}

/** A server that is already starting is left alone, at no charge. */
function startOrRestartServer(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  requireNothingInTheWay(project, 'server-start');
  if (project.serverStatus !== 'Active' && project.serverStatus !== 'Archived') {
    refuse(409, 'SERVER_NOT_READY', 'The server is being started already');
  }
  const cost = serverStartCost(project);
  requireCredits(world, cost, 'a server start', project);
  charge(world, project, 'development', 'start_server', cost);
  world.counters.effects.serverStarts += 1;
  startServer(world, project, project.serverStatus === 'Archived' ? 'Unarchiving' : 'Starting');
  return { data: { message: 'The server is starting; this takes 2 to 4 minutes', status: 'starting' } };
}
