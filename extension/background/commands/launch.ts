import { success } from '../../edge-client/api-error.ts';
import type { LaunchRunner } from '../../launch/runner/launch-runner.ts';
import type { MessageHandlers } from '../../messaging/contract.ts';

type LaunchCommands = Pick<MessageHandlers, 'confirmLaunch' | 'checkLaunch' | 'retryLaunchStep'>;

export function launchCommands(runner: LaunchRunner): LaunchCommands {
  return {
    confirmLaunch: async (confirmed) => success(await runner.confirm(confirmed)),
    checkLaunch: async ({ key }) => success(await runner.check(key).then(() => null)),
    retryLaunchStep: async ({ key, step, request }) =>
      success(await runner.retry(key, step, request).then(() => null)),
  };
}
