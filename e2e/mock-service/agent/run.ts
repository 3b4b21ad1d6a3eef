import { RUN_START_CREDITS } from '../account/credit-costs.ts';
import { MINUTE_MS } from '../clock/calendar.ts';
import { emitEvent } from '../events/emit.ts';
import { roundCredits } from '../http/values.ts';
import { charge, refund } from '../limits/charge.ts';
import { capOf } from '../limits/credit-limits.ts';
import { count } from '../world/counters.ts';
import { logDevelopment } from '../world/development-log.ts';
import type { Batch, Message, MessageFile, Project, Run, RunChoice, RunOutcome } from '../world/project.ts';
import { storedText } from '../world/stored-text.ts';
import { usageOf } from '../world/usage.ts';
import { addVersion } from '../world/version.ts';
import type { World } from '../world/world.ts';
import { BUILDING_STEPS, closingOf } from './conversation.ts';
import { USUAL_CHOICE } from './model.ts';
import { startServer, whenServerIsUp } from './server.ts';

export interface RunPlan {
  durationMs?: number;
  credits?: number;
  outcome?: 'done' | 'error';
  /** How long ago it started; only for a demo or a test. */
  startedAgoMs?: number;
  /** Keys that it requests at its end: name to description. */
  keysNeeded?: Record<string, string>;
  files?: MessageFile[];
  choice?: RunChoice;
  batch?: Batch;
  onEnd?: (outcome: Exclude<RunOutcome, 'running'>) => void;
}

export function currentRun(project: Project): Run | undefined {
  const last = lastRun(project);
  return last?.outcome === 'running' ? last : undefined;
}

export function lastRun(project: Project): Run | undefined {
  return project.runs.at(-1);
}

/**
 * Starts a run: charges part of its cost now and the rest over time, schedules its end, and waits for a
 * server that is not up. `prompt` is as sent, for the counters; the stored text may differ.
 */
export function startRun(world: World, project: Project, prompt: string, plan: RunPlan = {}): Run {
  const now = world.clock.now();
  const durationMs = plan.durationMs ?? world.random.between(...world.durations.runMs);
  const outcome = plan.outcome ?? world.outcomes.runs.shift() ?? 'done';
  const wholeMs = durationMs + (plan.startedAgoMs ?? 0);
  const run: Run = {
    id: world.random.hex(24),
    prompt: storedText(world, prompt),
    startedAt: now - (plan.startedAgoMs ?? 0),
    askedAt: now,
    outcome: 'running',
    fullCost: plan.credits ?? roundCredits(Math.round(world.random.between(10, 40) * 10) / 10),
    charged: 0,
    expectedMinutes: project.engine === 'legacy' ? null : Math.max(1, Math.round(wholeMs / MINUTE_MS)),
    keysNeeded: plan.keysNeeded ?? world.outcomes.keysNeeded.shift() ?? {},
    choice: plan.choice ?? USUAL_CHOICE,
    messages: [],
    scheduled: [],
    batch: plan.batch ?? null,
    onEnd: plan.onEnd ?? (() => undefined),
  };
  project.batch = run.batch;
  project.runs.push(run);
  if (world.assumptions.startMovesLastModified) project.lastModifiedAt = now;
  world.counters.effects.runs += 1;
  count(world.counters.effects.runsByPrompt, prompt);
  const files = plan.files ?? [];
  const createdAt = run.startedAt;
  say(world, run, 'user', run.prompt, 'regular', { createdAt, ...(files.length > 0 ? { files } : {}) });
  say(world, run, 'agent', 'Starting…', 'starting', { createdAt });
  takeUpTo(world, project, run, Math.min(RUN_START_CREDITS, run.fullCost));
  if (project.serverStatus === 'Archived') startServer(world, project, 'Unarchiving');
  whenServerIsUp(project, () => build(world, project, run, durationMs, outcome));
  return run;
}

/** Schedules messages, charges and the end. */
function build(
  world: World,
  project: Project,
  run: Run,
  durationMs: number,
  outcome: 'done' | 'error',
): void {
  if (run.outcome !== 'running') return;
  const steps = BUILDING_STEPS.length;
  BUILDING_STEPS.forEach((text, index) => {
    const share = (index + 1) / (steps + 1);
    run.scheduled.push(
      world.clock.after(durationMs * share, () => {
        say(world, run, 'agent', text, 'building');
        logDevelopment(world, project, text);
        takeUpTo(world, project, run, Math.max(RUN_START_CREDITS, run.fullCost * share));
      }),
    );
  });
  run.scheduled.push(world.clock.after(durationMs, () => finishRun(world, project, run, outcome)));
}

/** Charges the rest of `total`; crossing a development cap stops the run. */
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

/** Ends a run: refunds a failed one; one stopped at a cap keeps what was built. All have the same event. */
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
    if (world.assumptions.refundShows) run.charged = 0;
  }
  const closing = closingOf(world, run, outcome);
  const result = outcome === 'done' || outcome === 'limit-reached' ? resultOf(world, project, run) : {};
  if (closing !== null) say(world, run, 'agent', closing.message, closing.messageType, result);
  project.lastModifiedAt = world.clock.now();
  if (outcome !== 'error') {
    project.previewImageUrl = `https://images.example/${project.projectId}/${run.id}.png`;
    project.appBroken = false;
  }
  emitEvent(world, 'agent.prompt.finished', eventData(world, project, run, outcome), `agent:${run.id}`);
  run.onEnd(outcome);
}

/** What was built, as the finishing message shows it: a version, its diff, and the keys that are missing. */
function resultOf(world: World, project: Project, run: Run): Partial<Message> {
  const version = addVersion(world, project, { prompt: run.prompt });
  const path = `${project.projectId}/diffs/${version.commitSha}.patch`;
  const needed = Object.entries(run.keysNeeded).map(
    ([name, description]) => [name, { isProvided: false, description }] as const,
  );
  return {
    versionId: version.id,
    gitDiffUrl: `https://files.example/${path}?signature=${world.random.hex(32)}`,
    ...(needed.length > 0 && { secretKeysNeeded: Object.fromEntries(needed) }),
  };
}

function eventData(world: World, project: Project, run: Run, outcome: Exclude<RunOutcome, 'running'>) {
  const reported = { projectId: project.projectId, status: 'done', prompt: run.prompt };
  return world.assumptions.eventTellsOutcome
    ? { ...reported, status: outcome, creditsSpent: run.charged }
    : reported;
}

function say(
  world: World,
  run: Run,
  author: 'user' | 'agent',
  message: string,
  messageType: string,
  more: Partial<Message> = {},
): void {
  run.messages.push({ author, message, messageType, createdAt: world.clock.now(), ...more });
}
