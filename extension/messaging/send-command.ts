import { failure, type Outcome } from '../edge-client/failure.ts';
import { type CommandAnswer, type CommandInput, type CommandName, commandMessenger } from './commands.ts';

/** Asks the background to do something; a background that does not answer is a failure like any other. */
export async function sendCommand<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
): Promise<Outcome<CommandAnswer<N>>> {
  try {
    const send = commandMessenger.sendMessage as (name: N, input: unknown) => Promise<unknown>;
    return (await send(name, input)) as Outcome<CommandAnswer<N>>;
  } catch (error) {
    return failure('edge-failing', 'NO_BACKGROUND', error instanceof Error ? error.message : null);
  }
}
