import { RUN_START_CREDITS } from '../account/credit-costs.ts';
import { requireCredits } from '../account/no-credits.ts';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord, isText } from '../http/values.ts';
import { isAtCap } from '../limits/credit-limits.ts';
import type { MessageFile, Project } from '../world/project.ts';
import { requireProject } from '../world/require-project.ts';
import { storedText } from '../world/stored-text.ts';
import type { World } from '../world/world.ts';
import { type BatchWish, startBatch } from './batch.ts';
import {
  requireAllowed,
  requireNothingInTheWay,
  requireServer,
  serverStartCost,
  wakeServer,
} from './exclusions.ts';
import { readChoice } from './model.ts';
import { currentRun, startRun } from './run.ts';
import { expectation } from './status.ts';

export const RUN_MESSAGE =
  'The agent is running. A run takes 5 to 40 minutes; ask for its status every 10 to 15 s.';
/** Words that trigger the security check. */
const REFUSED_WORDS = /\b(phishing|malware|ransomware)\b/i;
const MOST_PROMPTS = 50;

/** POST `agent/start`: checks key, request, exclusions, server, prompts' content, cap, then credits. */
export function startAgent(call: Call): Answer {
  const { world } = call;
  const body = isRecord(call.body) ? call.body : {};
  const project = requireProject(call);
  requireAllowed(call, project);
  const wish = readWish(body);
  const files = readInputFiles(world, body.inputFiles);
  requireNothingInTheWay(project, 'run');
  if (world.assumptions.runWithoutServer === 'refused') requireServer(world, project);
  requireRunnable(world, project, promptsOf(wish));
  wakeServer(world, project);
  const { choice, warnings } = readChoice(body, project.engine);
  if ('prompt' in wish) startRun(world, project, wish.prompt, { files, choice });
  else startBatch(world, project, wish, choice);
  const run = currentRun(project);
  return {
    data: {
      projectId: project.projectId,
      status: 'init',
      message: RUN_MESSAGE,
      ...('prompts' in wish && { multiPrompt: { totalPrompts: wish.prompts.length } }),
      ...('goal' in wish && { multiPrompt: {} }),
      ...(world.assumptions.expectedMinutes === 'everywhere' && expectation(run)),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

type Wish = { prompt: string } | BatchWish;

/** One prompt, a batch of 1 to 50 (the prompt beside it is ignored), or a goal for the service to plan. */
function readWish(body: Record<string, unknown>): Wish {
  const { multiPrompt, prompt } = body;
  if (multiPrompt === undefined || multiPrompt === null) {
    if (!isText(prompt)) refuse(400, 'MISSING_PROMPT', 'prompt must be non-empty text');
    return { prompt };
  }
  if (!isRecord(multiPrompt)) refuse(400, 'INVALID_MULTI_PROMPT', 'multiPrompt must be an object');
  const { prompts, letServiceDecide } = multiPrompt;
  const decides = letServiceDecide === true;
  if (decides === (prompts !== undefined) || (prompts !== undefined && !Array.isArray(prompts))) {
    refuse(400, 'INVALID_MULTI_PROMPT', 'multiPrompt needs either prompts or letServiceDecide');
  }
  if (decides) {
    if (!isText(prompt)) refuse(400, 'MISSING_PROMPT', 'prompt must tell the goal');
    return { goal: prompt };
  }
  const list = prompts as unknown[];
  if (list.length === 0) refuse(400, 'INVALID_MULTI_PROMPT', 'prompts must not be empty');
  if (list.length > MOST_PROMPTS) refuse(400, 'TOO_MANY_PROMPTS', `At most ${MOST_PROMPTS} prompts`);
  if (!list.every(isText)) refuse(400, 'INVALID_PROMPT_ITEM', 'Each prompt must be non-empty text');
  return { prompts: list };
}

function promptsOf(wish: Wish): string[] {
  if ('prompts' in wish) return wish.prompts;
  return ['goal' in wish ? wish.goal : wish.prompt];
}

function readInputFiles(world: World, value: unknown): MessageFile[] {
  if (value === undefined || value === null) return [];
  const isFile = (entry: unknown) => isRecord(entry) && isText(entry.name) && isText(entry.url);
  if (!Array.isArray(value) || !value.every(isFile)) {
    refuse(400, 'INVALID_FILES', 'inputFiles must be a list of objects with name and url');
  }
  return value.map(({ name, url, imageDescription }) => messageFile(world, name, url, imageDescription));
}

/** A file as the prompt's message keeps it: its address is stored like any text, so may come back escaped. */
export function messageFile(world: World, name: string, url: string, description: unknown): MessageFile {
  return {
    name: storedText(world, name),
    url: storedText(world, url),
    imageDescription: typeof description === 'string' ? storedText(world, description) : '',
  };
}

/** Checks prompts for Launch and the agent start endpoint, and the server start that they may need. */
export function requireRunnable(world: World, project: Project, prompts: string[]): void {
  if (prompts.some((prompt) => REFUSED_WORDS.test(prompt))) {
    refuse(400, 'PROMPT_SECURITY_VIOLATION', 'The prompt was refused');
  }
  if (isAtCap(project, 'development', world.clock.now())) {
    refuse(403, 'PROJECT_CREDIT_LIMIT_REACHED', 'The project is at its monthly development credit limit');
  }
  const server = project.serverStatus === 'Archived' ? serverStartCost(project) : 0;
  requireCredits(world, RUN_START_CREDITS + server, 'an agent run', project);
}
