import { signal } from '@preact/signals';
import type { Failure, Outcome } from '../edge-client/failure.ts';
import type { CommandAnswer, CommandInput, CommandName } from '../messaging/commands.ts';
import { sendCommand } from '../messaging/send-command.ts';

/** The last command that failed; shown until the next one. */
export const lastFailure = signal<Failure | null>(null);
export const refreshing = signal(false);

/** Sends a command; its failure is shown at the foot of the page. */
export async function act<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
): Promise<Outcome<CommandAnswer<N>>> {
  lastFailure.value = null;
  if (name === 'refresh') refreshing.value = true;
  const outcome = await sendCommand(name, input);
  if (name === 'refresh') refreshing.value = false;
  else if (!outcome.ok) lastFailure.value = outcome.failure;
  return outcome;
}
