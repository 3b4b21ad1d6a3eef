import { type Result, success } from '../../edge-client/api-error.ts';
import { sendMessage } from '../../messaging/client.ts';
import { removeImportFile, writeImportFile } from '../../storage/import-drafts.ts';

/**
 * Stores a file in a project's app. It reaches the background through storage, since messages hold no files, and is
 * removed from there whatever the result.
 * @returns its file name id
 */
export async function uploadFile(projectId: string, file: File): Promise<Result<string>> {
  const id = await writeImportFile(file).catch(() => null);
  if (id === null) return { ok: false, error: { kind: 'storage-full', code: null, message: null } };
  try {
    const result = await sendMessage('uploadFile', {
      projectId,
      file: { kind: 'chosen', id, name: file.name },
    });
    return result.ok ? success(result.value.fileName) : result;
  } finally {
    void removeImportFile(id).catch(() => undefined);
  }
}
