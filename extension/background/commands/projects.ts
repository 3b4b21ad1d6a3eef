import { acknowledge } from '../../../shared/attention/reduce.ts';
import { success } from '../../edge-client/api-error.ts';
import type { MessageHandlers } from '../../messaging/contract.ts';
import { callProject } from '../call-edge.ts';
import type { BackgroundSync } from '../sync.ts';
import { limitCommands } from './limits.ts';

type ProjectCommands = Pick<
  MessageHandlers,
  'refresh' | 'acknowledge' | 'stopRun' | 'setCap' | 'setFeatureBudget'
>;

/** Commands of the popup about projects. */
export function projectCommands(sync: BackgroundSync): ProjectCommands {
  return {
    refresh: async ({ fresh }) => {
      const outcome = await sync.refresh({ fresh });
      await sync.connect();
      return outcome;
    },
    acknowledge: async ({ id }) => {
      await sync.change((state, edgeNow) => acknowledge(state, id, edgeNow));
      return success(null);
    },
    stopRun: async ({ projectId }) => {
      const outcome = await callProject(sync, projectId, { method: 'POST', path: 'agent/stop' });
      await sync.refresh({ fresh: true });
      return outcome;
    },
    ...limitCommands(sync),
  };
}
