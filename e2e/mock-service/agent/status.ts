import { iso, MINUTE_MS } from '../clock/calendar.ts';
import type { Answer, Call } from '../http/operation.ts';
import type { Project, Run } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import type { World } from '../world/world.ts';
import { multiPromptOf } from './batch.ts';
import { conversationOf, fullConversation, shownMessage } from './conversation.ts';
import { lastRun } from './run.ts';

/** `init` while the agent works or plans a batch, `done` after every end, `idle` before the first run. */
export function agentStatus(world: World, project: Project): 'init' | 'done' | 'idle' {
  const run = shownRun(world, project);
  if (project.batch?.status === 'planning') return 'init';
  if (run === undefined) return 'idle';
  return run.outcome === 'running' ? 'init' : 'done';
}

/** GET `agent/status`: of the current run, or of the last one. */
export function getAgentStatus(call: Call): Answer {
  const { world } = call;
  const project = requireProject(call);
  const run = shownRun(world, project);
  const planned = project.batch?.status === 'planning' ? project.batch : undefined;
  const status = agentStatus(world, project);
  const startedAt = planned?.startedAt ?? run?.startedAt;
  const messages = planned?.messages ?? conversationOf(project, run);
  return {
    data: {
      projectId: project.projectId,
      status,
      startedAt: startedAt === undefined ? null : iso(startedAt),
      realtimeConversation: messages.map(shownMessage),
      ...(status === 'done' && { creditsSpent: run?.charged }),
      multiPrompt: multiPromptOf(world, project),
      ...(world.assumptions.expectedMinutes !== 'nowhere' && expectation(planned ? undefined : run)),
    },
  };
}

/** GET `agent/full-conversation`: every run's messages, without paging. */
export function getFullConversation(call: Call): Answer {
  const project = requireProject(call);
  const conversation = fullConversation(project).map(shownMessage);
  return { data: { projectId: project.projectId, conversation } };
}

/** Meant to be read during a run; afterwards it still describes the last one. */
export function expectation(run: Run | undefined) {
  const expectedMinutes = run?.expectedMinutes ?? null;
  if (run === undefined || expectedMinutes === null) return { expectedMinutes: null, expectedFinishAt: null };
  return { expectedMinutes, expectedFinishAt: iso(run.startedAt + expectedMinutes * MINUTE_MS) };
}

/** The last run, or the one before it while the status lags behind a start. */
export function shownRun(world: World, project: Project): Run | undefined {
  const last = lastRun(project);
  if (last === undefined) return undefined;
  const lags = world.clock.now() < last.askedAt + world.assumptions.statusLagMs;
  return lags ? project.runs.at(-2) : last;
}
