import { RUN_START_CREDITS } from '../account/credit-costs.ts';
import { requireCredits } from '../account/no-credits.ts';
import type { Answer, Call } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord, isText } from '../http/values.ts';
import { isAtCap } from '../limits/credit-limits.ts';
import { requireProject } from '../projects/require-project.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';
import { requireAllowed, requireNothingRunning, requireServer } from './heavy-work.ts';
import { modelNotes } from './model.ts';
import { startRun } from './run.ts';

const RUN_MESSAGE = 'The agent is running. A run takes 5 to 40 minutes; ask for its status every 10 to 15 s.';
/** Words that the security check refuses. */
const REFUSED_WORDS = /\b(phishing|malware|ransomware)\b/i;

/** POST `agent/start`: prompt, key, heavy work, server, prompt's content, cap, then credits. */
export function startAgent(call: Call): Answer {
  const { world } = call;
  const body = isRecord(call.body) ? call.body : {};
  const project = requireProject(call);
  requireAllowed(call, project);
  if (!isText(body.prompt)) refuse(400, 'MISSING_PROMPT', 'prompt must be non-empty text');
  requireNothingRunning(project);
  requireServer(world, project);
  requireRunnable(world, project, body.prompt);
  const warnings = modelNotes(body, project.engine);
  startRun(world, project, body.prompt);
  return {
    data: {
      projectId: project.projectId,
      status: 'init',
      message: RUN_MESSAGE,
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

/** What both Launch and the agent start endpoint ask of a prompt. */
export function requireRunnable(world: World, project: Project, prompt: string): void {
  if (REFUSED_WORDS.test(prompt)) refuse(400, 'PROMPT_SECURITY_VIOLATION', 'The prompt was refused');
  if (isAtCap(project, 'development', world.clock.now())) {
    refuse(403, 'PROJECT_CREDIT_LIMIT_REACHED', 'The project is at its monthly development credit limit');
  }
  requireCredits(world, RUN_START_CREDITS, 'an agent run', project);
}

export { RUN_MESSAGE };
