import type * as z from 'zod/mini';
import type { LAUNCH_COMMAND_INPUT } from './launch-command-input.ts';

export type LaunchCommandName = keyof typeof LAUNCH_COMMAND_INPUT;
export type LaunchCommandInput<N extends LaunchCommandName> = z.infer<(typeof LAUNCH_COMMAND_INPUT)[N]>;

export type LaunchCommandAnswers = {
  /** The key of the launch that now stands for the form. */
  confirmLaunch: string;
  lookAtLaunch: null;
  retryLaunchStep: null;
};
