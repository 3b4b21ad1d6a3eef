import { launchCommandForms } from '../../forms/forms.ts';
import type { LaunchRunner } from '../../launch/runner/launch-runner.ts';
import { type Answerers, answerer } from '../../messaging/answer.ts';
import type { LaunchCommandAnswers, LaunchCommandName } from './launch-commands.ts';

const done = (): LaunchCommandAnswers['lookAtLaunch' | 'retryLaunchStep'] => null;

/** Answers the launch view's commands by the runner. */
export function launchAnswerers(runner: LaunchRunner): Answerers<LaunchCommandName> {
  return {
    confirmLaunch: answerer(
      launchCommandForms.confirmLaunch,
      (confirmed): Promise<LaunchCommandAnswers['confirmLaunch']> => runner.confirm(confirmed),
    ),
    lookAtLaunch: answerer(launchCommandForms.lookAtLaunch, (input) => runner.look(input.key).then(done)),
    retryLaunchStep: answerer(launchCommandForms.retryLaunchStep, (input) =>
      runner.retry(input.key, input.step, input.request).then(done),
    ),
  };
}
