import { acknowledge } from '../../shared/attention/reduce.ts';
import { success } from '../edge-client/failure.ts';
import { serviceCall } from '../edge-client/service-call.ts';
import type { CommandHandlers } from '../messaging/handle-commands.ts';
import { callEdge } from './call-edge.ts';
import type { Keeper } from './keeper.ts';
import { limitCommands } from './limit-commands.ts';
import { noteGone } from './note-gone.ts';

type ProjectCommands = Pick<
  CommandHandlers,
  'refresh' | 'acknowledge' | 'stopRun' | 'setCap' | 'setFeatureBudget'
>;

/** What the user does about projects from the popup. */
export function projectCommands(keeper: Keeper): ProjectCommands {
  const { deps } = keeper;
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
      const outcome = await callEdge(deps, serviceCall(projectId, { method: 'POST', path: 'agent/stop' }));
      await noteGone(keeper, projectId, outcome);
      await keeper.refresh({ fresh: true });
      return outcome;
    },
    ...limitCommands(keeper),
  };
}
