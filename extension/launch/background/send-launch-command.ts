import {
  type LaunchCommandAnswers,
  type LaunchCommandInput,
  type LaunchCommandName,
  launchMessenger,
} from './launch-commands.ts';

/** Asks the background; null when it does not answer (it was ended, or is being updated). Asking again is always safe. */
export async function sendLaunchCommand<N extends LaunchCommandName>(
  name: N,
  input: LaunchCommandInput<N>,
): Promise<LaunchCommandAnswers[N] | null> {
  try {
    const send = launchMessenger.sendMessage as (name: N, input: unknown) => Promise<unknown>;
    return (await send(name, input)) as LaunchCommandAnswers[N] | null;
  } catch {
    return null;
  }
}
