import { mayWrite } from '../../../../shared/builder-api/statement.ts';
import { type AnyOperation, filledEdgePath, isOfData } from '../../../../shared/catalogues/address.ts';
import type { AnyOperationName } from '../../../../shared/catalogues/listed.ts';
import { isDeletion } from '../../../../shared/catalogues/listed.ts';
import type { FormRequest } from '../../../../shared/catalogues/request-form.ts';
import type { WritePlace } from '../../../../shared/edge-api/data-keys.ts';
import { bodyInMessage } from '../../../../shared/exact-numbers.ts';
import type { ApiError, Result } from '../../../edge-client/api-error.ts';
import { sendMessage } from '../../../messaging/client.ts';
import { refreshUnder } from '../../../reads/resource.ts';
import { removeImportFile, writeImportFile } from '../../../storage/import-table.ts';
import { confirmingFor } from '../../../storage/pairing.ts';

/** What a call answered. It is shown, and stored nowhere. */
export interface Answer {
  request: FormRequest;
  data: unknown;
  /** Size of the whole list, where the edge says it; null: it doesn't. */
  total: number | null;
  status: number | null;
  /** Null: of a paid call, which may have been answered long ago. */
  tookMs: number | null;
}
export type Sent = { ok: true; answer: Answer } | { ok: false; error: ApiError };

/** Whether a call only reads: it is made at once, and changes nothing that is shown elsewhere. */
export function onlyReads(operation: AnyOperation, { body }: Pick<FormRequest, 'body'>): boolean {
  if (operation.method === 'GET') return true;
  if (isOfData(operation)) return operation.effect === 'read';
  const { sql } = Object(body) as { sql?: unknown };
  if (typeof sql === 'string') return !mayWrite(sql);
  return operation.method === 'POST' && operation.holdsRows && !operation.changesRows;
}

/** Where write mode must be on for a call, as the edge decides it; null: it needs none. */
export function writePlaceOf(
  operation: AnyOperation,
  { body }: Pick<FormRequest, 'body'>,
): WritePlace | null {
  if (isOfData(operation))
    return operation.effect === 'change' || operation.effect === 'delete' ? 'app' : null;
  const { env, tableName, sql } = Object(body) as Record<string, unknown>;
  const writes = operation.changesRows || (sql !== undefined && !onlyReads(operation, { body }));
  if (!writes) return null;
  return env === 'development' && tableName === undefined ? 'development' : 'production';
}

/** What a call deletes, by its name, which is typed before; null: it deletes nothing. */
export function deletedName(operation: AnyOperation, { parameters, body }: FormRequest): string | null {
  if (!isDeletion(operation)) return null;
  const { tableId } = Object(body) as { tableId?: unknown };
  return typeof tableId === 'string' ? tableId : (Object.values(parameters).at(-1) ?? null);
}

/** Makes a free call, once: the edge decides whether this browser may. @param file of an upload */
export async function send(operation: AnyOperation, request: FormRequest, file: File | null): Promise<Sent> {
  const path = filledEdgePath(operation, request.parameters, request.query);
  const sent = bodyInMessage(request.body);
  const startedAt = performance.now();
  const result = file
    ? await upload(path, file)
    : operation.method === 'GET'
      ? await sendMessage('readEdge', { path, keep: false })
      : onlyReads(operation, request) && operation.method === 'POST'
        ? await sendMessage('readEdge', { path, keep: false, ...sent })
        : await sendMessage('changeEdge', { method: operation.method, path, ...sent });
  const tookMs = Math.round(performance.now() - startedAt);
  if (!onlyReads(operation, request)) await refreshUnder('/');
  if (!result.ok) return result;
  const {
    value,
    status = null,
    total = null,
  } = result.value as {
    value: unknown;
    status?: number;
    total?: number;
  };
  return { ok: true, answer: { request, data: value, total, status, tookMs } };
}

/** Passes a file to the background through storage, as messages hold none; always removes it from there. */
async function upload(path: string, file: File): Promise<Result<{ value: unknown }>> {
  const confirmedFor = await confirmingFor('waits');
  const id = await writeImportFile(file, null).catch(() => null);
  if (id === null) return { ok: false, error: { kind: 'storage-full', code: null, message: null } };
  try {
    return await sendMessage('sendFile', { path, fileId: id, confirmedFor });
  } finally {
    void removeImportFile(id).catch(() => undefined);
  }
}

/** Whether drafts of its form stay in memory: they hold other people's data, statements or secrets. */
export const isDraftPrivate = (name: AnyOperationName, operation: AnyOperation): boolean =>
  isOfData(operation) || operation.holdsRows || name === 'runSql' || name === 'createSecret';
