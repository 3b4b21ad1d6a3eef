import * as z from 'zod/mini';
import { isOwnPage, type MessageSender } from '../../messaging/handle-commands.ts';
import type { LaunchRunner } from '../runner/launch-runner.ts';
import {
  LAUNCH_COMMAND_INPUT,
  type LaunchCommandAnswers,
  type LaunchCommandInput,
  type LaunchCommandName,
  launchMessenger,
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
  for (const name of Object.keys(handlers) as LaunchCommandName[]) register(name, handlers[name]);
}

function register<N extends LaunchCommandName>(name: N, handler: Handlers[N]): void {
  const listen = launchMessenger.onMessage as unknown as (
    name: N,
    on: (message: { data: unknown; sender: MessageSender }) => Promise<unknown>,
  ) => void;
  listen(name, async ({ data, sender }) => {
    if (!isOwnPage(sender)) return null;
    const parsed = z.safeParse(LAUNCH_COMMAND_INPUT[name], data);
    return parsed.success ? handler(parsed.data as LaunchCommandInput<N>) : null;
  });
}
