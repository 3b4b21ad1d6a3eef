import * as z from 'zod/mini';
import { isOfConnection } from '../../connection/status.ts';
import { success } from '../../edge-client/api-error.ts';
import { readResponse } from '../../edge-client/edge-client.ts';
import type { MessageHandlers } from '../../messaging/contract.ts';
import { hasDataKeyItem, readHealth } from '../../storage/account.ts';
import { cacheResponse } from '../../storage/console.ts';
import { callWithStatus, sendToEdge } from '../call-edge.ts';
import type { BackgroundSync } from '../sync.ts';

/** What the console asks of the edge. The edge decides what this browser's role may ask for. */
export function edgeCommands({
  dependencies,
  refresh,
}: BackgroundSync): Pick<MessageHandlers, 'readEdge' | 'changeEdge'> {
  /** Asks the edge at once, so that its trouble is said where all of it is said, before a view would. */
  const noteTrouble = async () => {
    if ((await readHealth()).failure === null) await refresh();
  };
  return {
    readEdge: async ({ path, keep, body, json }) => {
      const isQuery = body !== undefined || json !== undefined;
      const request = isQuery
        ? { method: 'POST' as const, path, body, json }
        : { method: 'GET' as const, path };
      const sent = await sendToEdge(dependencies, request);
      if (!sent.ok) {
        if (isOfConnection(sent.error)) await noteTrouble();
        return sent;
      }
      const result = await readResponse(sent.value, z.unknown());
      if (!result.ok) return result;
      if (path === '/data-keys' && Array.isArray(result.value)) await noteDataKeys(result.value.length > 0);
      const total = totalOf(sent.value.headers);
      const response = {
        value: result.value,
        readAt: dependencies.now(),
        status: sent.value.status,
        ...(total === null ? {} : { total }),
      };
      // Show it even if it can't be cached.
      if (keep && !isQuery) await cacheResponse(path, response).catch(() => {});
      return success(response);
    },
    changeEdge: async (request) => {
      const result = await callWithStatus(dependencies, request);
      // Also after an error: the change may have been made.
      void refresh({ fresh: true });
      return result;
    },
  };
}

/** Whether “Save to a table…” has a place in the menu. */
async function noteDataKeys(isSet: boolean): Promise<void> {
  if ((await hasDataKeyItem.getValue()) !== isSet) await hasDataKeyItem.setValue(isSet).catch(() => {});
}

/** Total of a partial list (service reference, List Projects; the edge sends it for records). */
function totalOf(headers: Headers): number | null {
  const header = headers.get('x-total-count');
  return header !== null && /^\d{1,12}$/.test(header) ? Number(header) : null;
}
