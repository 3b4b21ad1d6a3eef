import { failure, type Outcome, success } from '../edge-client/failure.ts';
import type { Form } from '../forms/form.ts';
import { ask, type Problem } from './ask.ts';
import type { CommandAnswer, CommandInput, CommandName } from './commands.ts';
import { PASSED_ON } from './passed-on.ts';

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
  if ('answer' in reply) return answerOf(command, reply.answer as Outcome<CommandAnswer<N>>);
  const [kind, code] = FAILURE[reply.problem];
  return failure(kind, code, reply.words ?? null);
}

/** What the background only passed on is read here. */
function answerOf<N extends CommandName>(
  command: N,
  outcome: Outcome<CommandAnswer<N>>,
): Outcome<CommandAnswer<N>> {
  const forms: Partial<Record<CommandName, Form<unknown>>> = PASSED_ON;
  const form = forms[command];
  if (!form || !outcome.ok) return outcome;
  const value = form(outcome.value) as CommandAnswer<N> | null;
  return value === null ? failure('not-an-edge') : success(value);
}
