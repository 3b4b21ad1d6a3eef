import type { Outcome } from '../edge-client/failure.ts';
import { type Answerer, type Answerers, answerer } from './answer.ts';
import { COMMAND_INPUT } from './command-input.ts';
import type { CommandAnswer, CommandInput, CommandName } from './commands.ts';

export type CommandHandlers = {
  [N in CommandName]: (input: CommandInput<N>) => Promise<Outcome<CommandAnswer<N>>>;
};

/** Answers every command by its handler, once what it carries is in form. */
export function commandAnswerers(handlers: CommandHandlers): Answerers<CommandName> {
  const answererOf = <N extends CommandName>(name: N): [N, Answerer] => [
    name,
    answerer(COMMAND_INPUT[name], handlers[name]),
  ];
  const names = Object.keys(COMMAND_INPUT) as CommandName[];
  return Object.fromEntries(names.map(answererOf)) as Answerers<CommandName>;
}
