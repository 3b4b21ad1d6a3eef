import * as z from 'zod/mini';
import { isOwnPage, onCommands } from '../../messaging/messenger.ts';
import type { LaunchRunner } from '../runner/launch-runner.ts';
import {
  LAUNCH_COMMAND_INPUT,
  type LaunchCommandAnswers,
  type LaunchCommandInput,
  type LaunchCommandName,
} from './launch-commands.ts';

type Handlers = {
  [N in LaunchCommandName]: (input: LaunchCommandInput<N>) => Promise<LaunchCommandAnswers[N]>;
};

/** Registers the launch view's commands. Only pages of this extension may command, and only in form. */
export function handleLaunchCommands(runner: LaunchRunner): void {
  const handlers: Handlers = {
    confirmLaunch: ({ draftId, insteadOf }) => runner.confirm(draftId, insteadOf),
    lookAtLaunch: ({ key }) => runner.look(key).then(() => null),
    retryLaunchStep: ({ key, step }) => runner.retry(key, step).then(() => null),
  };
  onCommands(Object.keys(handlers) as LaunchCommandName[], async (name, input, sender) => {
    if (!isOwnPage(sender)) return null;
    const parsed = z.safeParse(LAUNCH_COMMAND_INPUT[name], input);
    const handle = handlers[name] as (input: unknown) => Promise<unknown>;
    return parsed.success ? handle(parsed.data) : null;
  });
}
