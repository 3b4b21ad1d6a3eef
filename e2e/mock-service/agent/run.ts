import { charge, refund } from '../account/charge.ts';
import { RUN_START_CREDITS } from '../account/credit-costs.ts';
import { emitEvent } from '../events/emit.ts';
import { roundCredits } from '../http/values.ts';
import { capOf } from '../limits/credit-limits.ts';
import { count } from '../world/counters.ts';
import type { Project, Run, RunOutcome } from '../world/project.ts';
import { usageOf } from '../world/usage.ts';
import type { World } from '../world/world.ts';
import { BUILDING_STEPS, CLOSING_WORDS } from './conversation.ts';

export interface RunPlan {
  durationMs?: number;
  credits?: number;
  outcome?: 'done' | 'error';
  /** How long ago it is to have started; only for a demo or a test. */
  startedAgoMs?: number;
}

export function currentRun(project: Project): Run | undefined {
  const last = lastRun(project);
  return last?.outcome === 'running' ? last : undefined;
}

export function lastRun(project: Project): Run | undefined {
  return project.runs.at(-1);
}

/** Starts a run: part of its cost now, the rest as it goes, and its end on the clock. */
export function startRun(world: World, project: Project, prompt: string, plan: RunPlan = {}): Run {
  const now = world.clock.now();
  const durationMs = plan.durationMs ?? world.random.between(...world.durations.runMs);
  const outcome = plan.outcome ?? world.outcomes.runs.shift() ?? 'done';
  const run: Run = {
    id: world.random.hex(24),
    prompt,
    startedAt: now - (plan.startedAgoMs ?? 0),
    outcome: 'running',
    fullCost: plan.credits ?? roundCredits(Math.round(world.random.between(10, 40) * 10) / 10),
    charged: 0,
    messages: [],
    scheduled: [],
  };
  project.runs.push(run);
  world.counters.effects.runs += 1;
  count(world.counters.effects.runsByPrompt, prompt);
  say(world, run, 'user', prompt, 'regular');
  say(world, run, 'agent', 'Starting…', 'starting');
  takeUpTo(world, project, run, Math.min(RUN_START_CREDITS, run.fullCost));
  const steps = BUILDING_STEPS.length;
  BUILDING_STEPS.forEach((text, index) => {
    const share = (index + 1) / (steps + 1);
    run.scheduled.push(
      world.clock.after(durationMs * share, () => {
        say(world, run, 'agent', text, 'building');
        takeUpTo(world, project, run, Math.max(RUN_START_CREDITS, run.fullCost * share));
      }),
    );
  });
  run.scheduled.push(world.clock.after(durationMs, () => finishRun(world, project, run, outcome)));
  return run;
}

/** Charges what is still missing of `total`; a development cap that is crossed on the way stops the run. */
function takeUpTo(world: World, project: Project, run: Run, total: number): void {
  if (run.outcome !== 'running') return;
  const wanted = roundCredits(Math.max(0, total - run.charged));
  const cap = capOf(project, 'development');
  const room = cap === null ? wanted : Math.max(0, cap - usageOf(project, world.clock.now()).development);
  const due = roundCredits(Math.min(wanted, room));
  const taken = due > 0 ? charge(world, project, 'development', 'prompt', due) : 0;
  run.charged = roundCredits(run.charged + taken);
  if (cap !== null && room <= wanted) finishRun(world, project, run, 'limit-reached');
}

/** Ends a run: a failed one is refunded, one stopped at a cap keeps what was built. */
export function finishRun(
  world: World,
  project: Project,
  run: Run,
  outcome: Exclude<RunOutcome, 'running'>,
): void {
  if (run.outcome !== 'running') return;
  if (outcome === 'done') takeUpTo(world, project, run, run.fullCost);
  if (run.outcome !== 'running') return;
  for (const cancel of run.scheduled) cancel();
  run.scheduled = [];
  run.outcome = outcome;
  if (outcome === 'error') {
    refund(world, project, 'prompt', run.charged);
    run.charged = 0;
  }
  const closing = CLOSING_WORDS[outcome];
  say(world, run, 'agent', closing.message, closing.messageType);
  project.lastModifiedAt = world.clock.now();
  if (outcome !== 'error') {
    project.previewImageUrl = `https://images.example/${project.projectId}/${run.id}.png`;
  }
  emitEvent(
    world,
    'agent.prompt.finished',
    { projectId: project.projectId, status: outcome, prompt: run.prompt, creditsSpent: run.charged },
    `agent:${run.id}`,
  );
}

function say(world: World, run: Run, author: 'user' | 'agent', message: string, messageType: string): void {
  run.messages.push({ author, message, messageType, createdAt: world.clock.now() });
}
