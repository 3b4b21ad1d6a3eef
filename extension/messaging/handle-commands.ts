import type { Outcome } from '../edge-client/failure.ts';
import { commandForms } from '../forms/forms.ts';
import { type Answerer, type Answerers, answerer } from './answer.ts';
import type { CommandAnswer, CommandInput, CommandName } from './commands.ts';
import type { PassedOn } from './passed-on.ts';

export type CommandHandlers = {
  [N in CommandName]: (
    input: CommandInput<N>,
  ) => Promise<Outcome<N extends PassedOn ? unknown : CommandAnswer<N>>>;
};

/** Answers every command by its handler, once what it carries is in form. */
export function commandAnswerers(handlers: CommandHandlers): Answerers<CommandName> {
  const answererOf = <N extends CommandName>(name: N): [N, Answerer] => [
    name,
    answerer(commandForms[name], handlers[name]),
  ];
  const names = Object.keys(commandForms) as CommandName[];
  return Object.fromEntries(names.map(answererOf)) as Answerers<CommandName>;
}
