import { closingOf } from '../agent/conversation.ts';
import { USUAL_CHOICE } from '../agent/model.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, monthOf } from '../clock/calendar.ts';
import { roundCredits } from '../http/values.ts';
import type { Message, Project, Run, SpendingCategory } from '../world/project.ts';
import { addVersion } from '../world/version.ts';
import type { World } from '../world/world.ts';

const HISTORY_DAYS = 10;
const PROMPTS = ['Polish the home page', 'Add a contact form', 'Fix the mobile menu'] as const;

export interface PastRun {
  prompt: string;
  startedAt: number;
  durationMs: number;
  credits: number;
  outcome: 'done' | 'error';
  keysNeeded?: Record<string, string>;
}

/** Ten days in which something was built on most of them. */
export function addHistory(world: World, project: Project): void {
  const now = world.clock.now();
  for (let day = HISTORY_DAYS; day >= 1; day -= 1) {
    if (world.random.next() < 0.4) continue;
    const startedAt = now - day * DAY_MS + world.random.between(0, 20 * HOUR_MS);
    if (startedAt < project.createdAt) continue;
    addPastRun(world, project, {
      prompt: world.random.pick(PROMPTS),
      startedAt,
      durationMs: world.random.between(9, 22) * MINUTE_MS,
      credits: Math.round(world.random.between(10, 40) * 10) / 10,
      outcome: 'done',
    });
    const hosting = roundCredits(world.random.between(0.2, 1.5));
    book(world, project, startedAt, 'infrastructure', 'hosting', hosting);
  }
}

/** A run that is over: its messages, its version and what it cost. A failed one cost nothing in the end. */
export function addPastRun(world: World, project: Project, past: PastRun): void {
  const { prompt, startedAt, durationMs, credits, outcome, keysNeeded = {} } = past;
  const endedAt = startedAt + durationMs;
  const charged = outcome === 'done' ? credits : 0;
  const messages: Message[] = [
    { author: 'user', message: prompt, messageType: 'regular', createdAt: startedAt },
    { author: 'agent', message: 'Starting…', messageType: 'starting', createdAt: startedAt },
  ];
  const run: Run = {
    id: world.random.hex(24),
    prompt,
    startedAt,
    askedAt: startedAt,
    outcome,
    fullCost: credits,
    charged,
    expectedMinutes: Math.round(durationMs / MINUTE_MS),
    keysNeeded,
    choice: USUAL_CHOICE,
    messages,
    scheduled: [],
    batch: null,
    onEnd: () => undefined,
  };
  project.runs.push(run);
  const closing = closingOf(world, run, outcome);
  const version = outcome === 'done' ? addVersion(world, project, { prompt, createdAt: endedAt }) : undefined;
  const needed = Object.entries(keysNeeded).map(
    ([name, description]) => [name, { isProvided: false, description }] as const,
  );
  messages.push({
    author: 'agent',
    message: 'Building the pages…',
    messageType: 'building',
    createdAt: startedAt + durationMs / 2,
  });
  if (closing !== null) {
    messages.push({
      author: 'agent',
      ...closing,
      createdAt: endedAt,
      ...(version !== undefined && { versionId: version.id }),
      ...(needed.length > 0 && { secretKeysNeeded: Object.fromEntries(needed) }),
    });
  }
  project.lastModifiedAt = Math.max(project.lastModifiedAt, endedAt);
  // On the day of its end, as everything that lists it does: most is taken by then.
  if (charged > 0) book(world, project, endedAt, 'development', 'prompt', charged);
}

/** A publish that went well some time ago. */
export function addPastDeployment(world: World, project: Project, createdAt: number): void {
  project.deployments.push({
    id: world.random.hex(24),
    versionId: world.random.hex(24),
    createdAt,
    askedAt: createdAt,
    status: 'success',
    step: 'live',
    charged: 1,
    scheduled: [],
  });
  book(world, project, createdAt, 'development', 'deploy', 1);
}

function book(
  world: World,
  project: Project,
  at: number,
  category: SpendingCategory,
  type: string,
  credits: number,
): void {
  world.spending.push({ at, projectId: project.projectId, category, type, credits });
  const month = monthOf(at);
  const usage = project.usage.get(month) ?? { development: 0, infrastructure: 0 };
  usage[category] = roundCredits(usage[category] + credits);
  project.usage.set(month, usage);
  project.totalCreditsSpent = roundCredits(project.totalCreditsSpent + credits);
}
