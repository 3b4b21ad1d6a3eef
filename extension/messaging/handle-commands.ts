import * as z from 'zod/mini';
import { failure, type Outcome } from '../edge-client/failure.ts';
import { COMMAND_INPUT } from './command-input.ts';
import type { CommandAnswer, CommandInput, CommandName } from './commands.ts';
import { isOwnPage, onCommands } from './messenger.ts';

export type CommandHandlers = {
  [N in CommandName]: (input: CommandInput<N>) => Promise<Outcome<CommandAnswer<N>>>;
};

/** Registers a handler per command, at once. Only pages of this extension may command, and only in form. */
export function handleCommands(handlers: CommandHandlers): void {
  onCommands(Object.keys(COMMAND_INPUT) as CommandName[], async (name, input, sender) => {
    if (!isOwnPage(sender)) return failure('role', 'NOT_OUR_PAGE');
    const parsed = z.safeParse(COMMAND_INPUT[name], input);
    if (!parsed.success) return failure('refused', 'MALFORMED_COMMAND');
    const handle = handlers[name] as (input: unknown) => Promise<Outcome<unknown>>;
    return handle(parsed.data);
  });
}
