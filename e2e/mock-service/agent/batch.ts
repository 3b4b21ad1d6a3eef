import { RUN_START_CREDITS } from '../account/credit-costs.ts';
import { iso } from '../clock/calendar.ts';
import { balance } from '../limits/charge.ts';
import { isAtCap } from '../limits/credit-limits.ts';
import type { Batch, Project, RunChoice, RunOutcome } from '../world/project.ts';
import { storedText } from '../world/stored-text.ts';
import type { World } from '../world/world.ts';
import { USUAL_CHOICE } from './model.ts';
import { startRun } from './run.ts';

/** Input of a batch: the prompts, or a goal that the service derives them from. */
export type BatchWish = { prompts: string[] } | { goal: string };

/** Whether a batch goes on by itself: it is being planned, or a prompt of it runs or is about to start. */
export function isBatchActive(project: Project): boolean {
  return project.batch?.status === 'planning' || project.batch?.status === 'executing';
}

/** Starts a batch: each of its prompts is a run of its own, charged and reported as one. */
export function startBatch(
  world: World,
  project: Project,
  wish: BatchWish,
  choice: RunChoice = USUAL_CHOICE,
): Batch {
  const now = world.clock.now();
  const batch: Batch = {
    status: 'goal' in wish ? 'planning' : 'executing',
    prompts: 'prompts' in wish ? wish.prompts.map(pending) : [],
    currentPromptIndex: -1,
    startedAt: now,
    updatedAt: now,
    choice,
    messages: [],
    cancel: () => undefined,
  };
  project.batch = batch;
  if ('prompts' in wish) {
    runNext(world, project, batch);
    return batch;
  }
  const goal = storedText(world, wish.goal);
  batch.messages.push(
    { author: 'user', message: goal, messageType: 'regular', createdAt: now },
    { author: 'agent', message: 'Planning the prompts…', messageType: 'starting', createdAt: now },
  );
  batch.cancel = world.clock.after(world.random.between(...world.durations.planningMs), () => {
    batch.status = 'executing';
    batch.prompts = planOf(wish.goal).map(pending);
    runNext(world, project, batch);
  });
  return batch;
}

/** Ends a running batch; remaining prompts stay pending. */
export function cancelBatch(world: World, batch: Batch): void {
  batch.cancel();
  batch.status = 'cancelled';
  batch.updatedAt = world.clock.now();
}

function pending(prompt: string): Batch['prompts'][number] {
  return { prompt, status: 'pending' };
}

/** The service's plan for a goal; how it is made is undocumented. */
function planOf(goal: string): string[] {
  return ['Lay the ground for', 'Build', 'Polish'].map((verb) => `${verb}: ${goal}`);
}

/** Runs the next prompt; pauses where a start would be refused: at the development cap or without credits. */
function runNext(world: World, project: Project, batch: Batch): void {
  const now = world.clock.now();
  batch.updatedAt = now;
  const entry = batch.prompts[batch.currentPromptIndex + 1];
  if (entry === undefined) {
    batch.status = 'done';
    return;
  }
  if (isAtCap(project, 'development', now) || balance(world) < RUN_START_CREDITS) {
    batch.status = 'paused';
    return;
  }
  batch.currentPromptIndex += 1;
  entry.status = 'executing';
  startRun(world, project, entry.prompt, {
    batch,
    choice: batch.choice,
    onEnd: (outcome) => onPromptEnd(world, project, batch, entry, outcome),
  });
}

function onPromptEnd(
  world: World,
  project: Project,
  batch: Batch,
  entry: Batch['prompts'][number],
  outcome: Exclude<RunOutcome, 'running'>,
): void {
  batch.updatedAt = world.clock.now();
  entry.status = outcome === 'done' ? 'done' : 'failed';
  switch (outcome) {
    case 'stopped':
      batch.status = 'cancelled';
      return;
    case 'limit-reached':
      batch.status = 'paused';
      return;
    case 'done':
    case 'error':
      batch.cancel = world.clock.after(world.random.between(...world.durations.betweenPromptsMs), () =>
        runNext(world, project, batch),
      );
  }
}

/** `multiPrompt` of the agent's status and of Get Project; null unless the last start was a batch. */
export function multiPromptOf(world: World, project: Project) {
  const { batch } = project;
  if (batch === null) return null;
  return {
    status: batch.status,
    totalPrompts: batch.prompts.length,
    currentPromptIndex: batch.currentPromptIndex,
    prompts: batch.prompts.map(({ prompt, status }, order) => ({
      order,
      prompt: storedText(world, prompt),
      status,
    })),
    startedAt: iso(batch.startedAt),
    updatedAt: iso(batch.updatedAt),
  };
}
