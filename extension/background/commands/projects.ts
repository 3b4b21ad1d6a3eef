import * as z from 'zod/mini';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { IN_DOUBT, type Result, success } from '../../edge-client/api-error.ts';
import { serviceCall } from '../../edge-client/edge-client.ts';
import { type CapEdit, putCap } from '../../edge-client/put-cap.ts';
import type { MessageHandlers } from '../../messaging/contract.ts';
import { capChangesItem, readSnapshot } from '../../storage/account.ts';
import type { CapChange } from '../../storage/account-schema.ts';
import { connectionItem } from '../../storage/pairing.ts';
import { callEdge, callEdgeFor } from '../call-edge.ts';
import type { BackgroundSync } from '../sync.ts';

type ProjectCommands = Pick<
  MessageHandlers,
  'refresh' | 'acknowledge' | 'unacknowledge' | 'stopRun' | 'setCap'
>;

export function projectCommands(sync: BackgroundSync): ProjectCommands {
  return {
    refresh: async ({ fresh }) => {
      const outcome = await sync.refresh({ fresh });
      await sync.connect();
      return outcome;
    },
    acknowledge: ({ id }) => see(sync, id, true),
    unacknowledge: ({ id }) => see(sync, id, false),
    stopRun: async ({ projectId }) => {
      const stop = serviceCall(projectId, { method: 'POST', path: 'agent/stop' });
      const outcome = await callEdge(sync.dependencies, stop);
      await sync.refresh({ fresh: true });
      return outcome;
    },
    ...limitCommands(sync),
  };
}

/** Raises a cap or budget, and reverts that (service reference, Credit limits, Feature limits). */
export function limitCommands(sync: BackgroundSync): Pick<MessageHandlers, 'setCap'> {
  return {
    setCap: (change) =>
      set({ ...change, at: sync.dependencies.now() }, () =>
        put('feature' in change ? { ...change, category: 'feature' } : change),
      ),
  };

  function put(change: CapEdit): Promise<Result<null>> {
    return putCap(change, (request) => callEdgeFor(sync.dependencies, request, z.unknown()));
  }

  async function set(change: CapChange, send: () => Promise<Result<null>>): Promise<Result<null>> {
    const raised = change.to === null || (change.from !== null && change.to > change.from);
    const wasOpen = await isOpen(change.itemId);
    const outcome = await send();
    if (outcome.ok) await remember(change);
    else if (!IN_DOUBT.has(outcome.error.kind)) return outcome;
    await sync.refresh({ fresh: true });
    if (outcome.ok) return outcome;
    // The refresh shows whether it worked: a raised cap is no longer reached, a reverted one is again.
    if (wasOpen !== raised || (await isOpen(change.itemId)) === raised) return outcome;
    await remember(change);
    return success(null);
  }

  /** Stores the old value for a while; reverting is not itself a change to undo. */
  function remember(change: CapChange): Promise<void> {
    return sync.inTurn(() =>
      capChangesItem.change(change.itemId, (before) => (before?.from === change.to ? null : change)),
    );
  }
}

async function isOpen(itemId: string): Promise<boolean> {
  const stored = await readSnapshot();
  return stored?.snapshot.attention?.items.some((item) => item.id === itemId) ?? false;
}

/** Marks an item as seen, or undoes it: for everybody who may build, or for a viewer in this browser only. */
async function see(sync: BackgroundSync, id: string, isSeen: boolean): Promise<Result<null>> {
  const connection = await connectionItem.getValue();
  if (!mayActAs(connection?.role ?? 'viewer', 'builder')) {
    await sync.seeHere(id, isSeen);
    return success(null);
  }
  const path = `/attention/${encodeURIComponent(id)}/seen`;
  const outcome = await callEdge(sync.dependencies, { method: isSeen ? 'POST' : 'DELETE', path });
  await sync.refresh();
  return outcome;
}
