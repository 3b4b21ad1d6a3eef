import { charge } from '../account/charge.ts';
import { CREDIT_COSTS, LEGACY_CREDIT_COSTS } from '../account/credit-costs.ts';
import { requireCredits } from '../account/no-credits.ts';
import { iso } from '../clock/calendar.ts';
import type { Answer, Call, Operation } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { requireProject } from '../projects/require-project.ts';
import { requireAllowed, requireNothingRunning } from './heavy-work.ts';
import { currentRun, finishRun, lastRun } from './run.ts';
import { startServer } from './server.ts';
import { startAgent } from './start-agent.ts';

/** Running, stopping and reading the agent, and starting the development server. */
export const AGENT_OPERATIONS: Operation[] = [
  {
    name: 'startAgent',
    method: 'POST',
    path: '/projects/:projectId/agent/start',
    cost: 'credits',
    handle: startAgent,
  },
  {
    name: 'getAgentStatus',
    method: 'GET',
    path: '/projects/:projectId/agent/status',
    cost: 'free',
    handle: getAgentStatus,
  },
  {
    name: 'stopAgent',
    method: 'POST',
    path: '/projects/:projectId/agent/stop',
    cost: 'free',
    handle: stopAgent,
  },
  {
    name: 'startServer',
    method: 'POST',
    path: '/projects/:projectId/agent/server/start-or-restart',
    cost: 'credits',
    handle: startOrRestartServer,
  },
];

function getAgentStatus(call: Call): Answer {
  const project = requireProject(call);
  const run = lastRun(project);
  return {
    data: {
      projectId: project.projectId,
      status: run === undefined ? 'idle' : run.outcome === 'running' ? 'init' : 'done',
      startedAt: run === undefined ? null : iso(run.startedAt),
      realtimeConversation: (run?.messages ?? []).map((message) => ({
        ...message,
        createdAt: iso(message.createdAt),
      })),
      ...(run !== undefined && run.outcome !== 'running' && { creditsSpent: run.charged }),
      multiPrompt: null,
    },
  };
}

function stopAgent(call: Call): Answer {
  const project = requireProject(call);
  requireAllowed(call, project);
  const run = currentRun(project);
  if (run === undefined) refuse(400, 'NO_PROCESS_RUNNING', 'No run of the agent to stop');
  finishRun(call.world, project, run, 'stopped');
  return { data: { message: 'The agent was stopped' } };
}

function startOrRestartServer(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  requireAllowed(call, project);
  requireNothingRunning(project);
  const cost = (project.engine === 'legacy' ? LEGACY_CREDIT_COSTS : CREDIT_COSTS).START_SERVER;
  requireCredits(world, cost, 'a server start', project);
  charge(world, project, 'development', 'start_server', cost);
  world.counters.effects.serverStarts += 1;
  startServer(world, project, 'Starting');
  return { data: { message: 'The server is starting; this takes 2 to 4 minutes', status: 'starting' } };
}
