import * as z from 'zod/mini';
import { MINUTE_MS } from '../../../shared/time.ts';
import { currentTab } from '../../capture/read-tab.ts';
import { apiError, success } from '../../edge-client/api-error.ts';
import type { MessageHandlers } from '../../messaging/contract.ts';
import { readImportFile } from '../../storage/import-table.ts';
import type { ConfirmedFor } from '../../storage/pairing.ts';
import { callEdgeFor } from '../call-edge.ts';
import { openImport } from '../import-entry.ts';
import { fileNameOf, readPageFile } from '../import-files.ts';
import type { BackgroundSync } from '../sync.ts';

const UPLOAD_TIMEOUT_MS = 4 * MINUTE_MS;

export function importCommands({
  dependencies,
}: BackgroundSync): Pick<MessageHandlers, 'startImport' | 'openImport' | 'uploadFile' | 'attachFile'> {
  const sendFile = <T>(
    path: string,
    file: Blob,
    confirmedFor: ConfirmedFor | null,
    schema: z.ZodMiniType<T>,
  ) =>
    callEdgeFor(
      dependencies,
      { method: 'POST', path, file, confirmedFor, timeoutMs: UPLOAD_TIMEOUT_MS },
      schema,
    );
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
    uploadFile: async ({ projectId, file, confirmedFor }) => {
      const content =
        file.kind === 'chosen'
          ? await readImportFile(file.id)
          : await readPageFile(file.tabId, file.page, file.address);
      if (content === null) return apiError('refused', 'FILE_NOT_READ');
      const name = file.kind === 'chosen' ? file.name : fileNameOf(file.address);
      const path = `/data/${encodeURIComponent(projectId)}/files/upload?fileName=${encodeURIComponent(name)}`;
      const result = await sendFile(path, content, confirmedFor, z.string());
      return result.ok ? success({ fileName: result.value }) : result;
    },
    attachFile: async ({ projectId, file, table, property, filter, limit, confirmedFor }) => {
      const content = await readImportFile(file.id);
      if (content === null) return apiError('refused', 'FILE_NOT_READ');
      const query = new URLSearchParams({
        fileName: file.name,
        table,
        file_field: property,
        filter,
        limit: String(limit),
      });
      const path = `/data/${encodeURIComponent(projectId)}/integrations/upload-file?${query}`;
      // No reference shows the response: the number of the changed records is the length of their list.
      const result = await sendFile(path, content, confirmedFor, z.unknown());
      if (!result.ok) return result;
      return success({ records: Array.isArray(result.value) ? result.value.length : null });
    },
  };
}
