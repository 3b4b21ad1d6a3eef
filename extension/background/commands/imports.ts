import * as z from 'zod/mini';
import { MINUTE_MS } from '../../../shared/time.ts';
import { currentTab } from '../../capture/read-tab.ts';
import { apiError, success } from '../../edge-client/api-error.ts';
import type { MessageHandlers } from '../../messaging/contract.ts';
import { dataPath } from '../../reads/paths.ts';
import { readImportFile } from '../../storage/import-table.ts';
import { callEdgeFor, callWithStatus } from '../call-edge.ts';
import { openImport } from '../import-entry.ts';
import { fileNameOf, readPageFile } from '../import-files.ts';
import type { BackgroundSync } from '../sync.ts';

const UPLOAD_TIMEOUT_MS = 4 * MINUTE_MS;

export function importCommands({
  dependencies,
}: BackgroundSync): Pick<MessageHandlers, 'startImport' | 'openImport' | 'uploadFile' | 'sendFile'> {
  return {
    startImport: async ({ key, body, confirmedFor }) => {
      const result = await callEdgeFor(
        dependencies,
        { method: 'POST', path: '/imports', headers: { 'idempotency-key': key }, body, confirmedFor },
        z.unknown(),
      );
      return result.ok ? success({ value: result.value }) : result;
    },
    openImport: async () => {
      await openImport(await currentTab(), null, Promise.resolve(false));
      return success(null);
    },
    sendFile: async ({ path, fileId, confirmedFor }) => {
      const file = await readImportFile(fileId);
      if (file === null) return apiError('refused', 'FILE_NOT_READ');
      const request = { method: 'POST' as const, path, file, confirmedFor, timeoutMs: UPLOAD_TIMEOUT_MS };
      return callWithStatus(dependencies, request);
    },
    uploadFile: async ({ projectId, file, confirmedFor }) => {
      const content =
        file.kind === 'chosen'
          ? await readImportFile(file.id)
          : await readPageFile(file.tabId, file.page, file.address);
      if (content === null) return apiError('refused', 'FILE_NOT_READ');
      const name = file.kind === 'chosen' ? file.name : fileNameOf(file.address);
      const path = `${dataPath(projectId, '/files/upload')}?fileName=${encodeURIComponent(name)}`;
      const result = await callEdgeFor(
        dependencies,
        { method: 'POST', path, file: content, confirmedFor, timeoutMs: UPLOAD_TIMEOUT_MS },
        z.string(),
      );
      return result.ok ? success({ fileName: result.value }) : result;
    },
  };
}
