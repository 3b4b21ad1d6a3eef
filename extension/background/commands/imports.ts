import * as z from 'zod/mini';
import { currentTab } from '../../capture/read-tab.ts';
import { success } from '../../edge-client/api-error.ts';
import type { MessageHandlers } from '../../messaging/contract.ts';
import { callEdgeFor } from '../call-edge.ts';
import { openImport } from '../import-entry.ts';
import type { BackgroundSync } from '../sync.ts';

/** Commands of pages for imports. */
export function importCommands({
  dependencies,
}: BackgroundSync): Pick<MessageHandlers, 'startImport' | 'openImport'> {
  return {
    startImport: async ({ key, body }) => {
      const result = await callEdgeFor(
        dependencies,
        { method: 'POST', path: '/imports', headers: { 'idempotency-key': key }, body },
        z.unknown(),
      );
      return result.ok ? success({ value: result.value }) : result;
    },
    openImport: async () => {
      await openImport(await currentTab(), null);
      return success(null);
    },
  };
}
