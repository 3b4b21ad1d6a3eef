import { ask } from '../../messaging/ask.ts';
import type { LaunchCommandAnswers, LaunchCommandInput, LaunchCommandName } from './launch-commands.ts';

/** Asks the background; null when it does not answer (it was ended, or is being updated). Asking again is always safe. */
export async function sendLaunchCommand<N extends LaunchCommandName>(
  command: N,
  input: LaunchCommandInput<N>,
): Promise<LaunchCommandAnswers[N] | null> {
  const reply = await ask({ command, input });
  return 'answer' in reply ? (reply.answer as LaunchCommandAnswers[N]) : null;
}
