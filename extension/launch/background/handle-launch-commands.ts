import { launchCommandForms } from '../../forms/forms.ts';
import { type Answerers, answerer } from '../../messaging/answer.ts';
import type { LaunchRunner } from '../runner/launch-runner.ts';
import type { LaunchCommandAnswers, LaunchCommandName } from './launch-commands.ts';

const done = (): LaunchCommandAnswers['lookAtLaunch' | 'retryLaunchStep'] => null;

/** Answers the launch view's commands by the runner. */
export function launchAnswerers(runner: LaunchRunner): Answerers<LaunchCommandName> {
  const { confirmLaunch, lookAtLaunch, retryLaunchStep } = launchCommandForms;
  return {
    confirmLaunch: answerer(
      confirmLaunch,
      (confirmed): Promise<LaunchCommandAnswers['confirmLaunch']> => runner.confirm(confirmed),
    ),
    lookAtLaunch: answerer(lookAtLaunch, ({ key }) => runner.look(key).then(done)),
    retryLaunchStep: answerer(retryLaunchStep, ({ key, step, request }) =>
      runner.retry(key, step, request).then(done),
    ),
  };
}
