import { type Result, success } from '../../../../edge-client/api-error.ts';
import { sendMessage } from '../../../../messaging/client.ts';
import { removeImportFile, writeImportFile } from '../../../../storage/import-table.ts';
import { type ConfirmedFor, confirmingFor } from '../../../../storage/pairing.ts';

/** Stores a file in a project's app. @returns its file name id */
export async function uploadFile(projectId: string, file: File): Promise<Result<string>> {
  const result = await handOver(file, (id, confirmedFor) =>
    sendMessage('uploadFile', { projectId, file: { kind: 'chosen', id, name: file.name }, confirmedFor }),
  );
  return result.ok ? success(result.value.fileName) : result;
}

/**
 * The same, and links it to the records with all of these values, `limit` at most.
 * @returns how many records were changed; null = the backend did not say
 */
export async function attachFile(
  projectId: string,
  file: File,
  to: {
    /** Ids: names are not taken here (data reference, Endpoints). */
    table: string;
    property: string;
    filter: readonly { field: string; value: unknown }[];
    limit: number;
  },
): Promise<Result<number | null>> {
  const json = new TextEncoder().encode(JSON.stringify(to.filter));
  const filter = btoa(String.fromCharCode(...json));
  const result = await handOver(file, (id, confirmedFor) =>
    sendMessage('attachFile', { ...to, projectId, filter, file: { id, name: file.name }, confirmedFor }),
  );
  return result.ok ? success(result.value.records) : result;
}

/** A file reaches the background through storage, since messages hold none, and is removed from there whatever the result. */
async function handOver<T>(
  file: File,
  send: (id: string, confirmedFor: ConfirmedFor | null) => Promise<Result<T>>,
): Promise<Result<T>> {
  const confirmedFor = await confirmingFor('waits');
  const id = await writeImportFile(file, null).catch(() => null);
  if (id === null) return { ok: false, error: { kind: 'storage-full', code: null, message: null } };
  try {
    return await send(id, confirmedFor);
  } finally {
    void removeImportFile(id).catch(() => undefined);
  }
}
