import { acknowledge, settle } from '../../shared/attention/reduce.ts';
import { success } from '../edge-client/failure.ts';
import type { CommandHandlers } from '../messaging/handle-commands.ts';
import { capChangesItem } from '../snapshot-store/stored.ts';
import { callEdge } from './call-edge.ts';
import type { Keeper } from './keeper.ts';

const CAP_CHANGES_MAX = 5;

const CAP_FIELD = {
  development: 'maxDevelopmentCreditsPerMonth',
  infrastructure: 'maxInfrastructureCreditsPerMonth',
} as const;

type ProjectCommands = Pick<
  CommandHandlers,
  'refresh' | 'acknowledge' | 'stopRun' | 'setCap' | 'setFeatureBudget'
>;

/** What the user does about projects from the popup (service reference, Credit limits, Feature limits). */
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
      const outcome = await callEdge(deps, {
        method: 'POST',
        path: `/service/projects/${encodeURIComponent(projectId)}/agent/stop`,
      });
      await keeper.refresh({ fresh: true });
      return outcome;
    },
    setCap: async ({ itemId, projectId, category, from, to }) => {
      const outcome = await callEdge(deps, {
        method: 'PATCH',
        path: `/service/projects/${encodeURIComponent(projectId)}/credit-limits`,
        body: { [CAP_FIELD[category]]: to },
      });
      if (!outcome.ok) return outcome;
      const change = { itemId, projectId, category, from, to, at: deps.now() };
      await keeper.inTurn(async () => {
        const others = (await capChangesItem.getValue()).filter((other) => other.itemId !== itemId);
        // Putting the old value back is no change to undo.
        const undone = others.length < (await capChangesItem.getValue()).length;
        await capChangesItem.setValue((undone ? others : [change, ...others]).slice(0, CAP_CHANGES_MAX));
      });
      // Put back, it may be reached again at once, and an event may have said so already.
      const raised = to === null || (from !== null && to > from);
      if (raised) await keeper.change((state, edgeNow) => settle(state, itemId, edgeNow));
      await keeper.refresh({ fresh: true });
      return outcome;
    },
    setFeatureBudget: async ({ itemId, projectId, feature, field, to }) => {
      const outcome = await callEdge(deps, {
        method: 'PUT',
        path: `/service/projects/${encodeURIComponent(projectId)}/limits`,
        body: { features: { [feature]: { [field]: to } } },
      });
      if (outcome.ok) await keeper.change((state, edgeNow) => settle(state, itemId, edgeNow));
      return outcome;
    },
  };
}
