import { failure, type Outcome } from '../edge-client/failure.ts';
import { ask, type Problem } from './ask.ts';
import type { CommandAnswer, CommandInput, CommandName } from './commands.ts';

const FAILURE: Record<Problem, Parameters<typeof failure>> = {
  'no-background': ['edge-failing', 'NO_BACKGROUND'],
  failed: ['edge-failing', 'COMMAND_FAILED'],
  malformed: ['refused', 'MALFORMED_COMMAND'],
  'unknown-command': ['refused', 'UNKNOWN_COMMAND'],
  'not-our-page': ['role', 'NOT_OUR_PAGE'],
};

/** Asks the background to do something; a background that does not answer is a failure like any other. */
export async function sendCommand<N extends CommandName>(
  command: N,
  input: CommandInput<N>,
): Promise<Outcome<CommandAnswer<N>>> {
  const reply = await ask({ command, input });
  if ('answer' in reply) return reply.answer as Outcome<CommandAnswer<N>>;
  const [kind, code] = FAILURE[reply.problem];
  return failure(kind, code, reply.words);
}
