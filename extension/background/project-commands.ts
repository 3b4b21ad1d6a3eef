import { acknowledge } from '../../shared/attention/reduce.ts';
import { success } from '../edge-client/api-error.ts';
import type { MessageHandlers } from '../messaging/contract.ts';
import { askOfProject } from './ask-of-project.ts';
import type { Keeper } from './keeper.ts';
import { limitCommands } from './limit-commands.ts';

type ProjectCommands = Pick<
  MessageHandlers,
  'refresh' | 'acknowledge' | 'stopRun' | 'setCap' | 'setFeatureBudget'
>;

/** What the user does about projects from the popup. */
export function projectCommands(keeper: Keeper): ProjectCommands {
  return {
    refresh: async ({ fresh }) => {
      const outcome = await keeper.refresh({ fresh });
      await keeper.listen();
      return outcome;
    },
    acknowledge: async ({ id }) => {
      await keeper.change((state, edgeNow) => acknowledge(state, id, edgeNow));
      return success(null);
    },
    stopRun: async ({ projectId }) => {
      const outcome = await askOfProject(keeper, projectId, { method: 'POST', path: 'agent/stop' });
      await keeper.refresh({ fresh: true });
      return outcome;
    },
    ...limitCommands(keeper),
  };
}
