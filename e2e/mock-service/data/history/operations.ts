import type { DataBackend, DeletedEntry, UpdateEntry } from '../backend/backend.ts';
import { requireTable, tableOf } from '../backend/require-table.ts';
import { type DataCall, type DataOperation, param } from '../http/operation.ts';
import { notFound } from '../http/problem.ts';
import { undoDelete } from '../records/delete-records.ts';

/** The table that a record is or was in. */
function homeOf(backend: DataBackend, objectId: string): string | undefined {
  for (const [type, records] of backend.tables) if (records.has(objectId)) return type;
  return backend.deleted.find((entry) => entry.objectId === objectId)?.typeId;
}

function withType<T extends UpdateEntry | DeletedEntry>(backend: DataBackend, entry: T) {
  return { ...entry, type: tableOf(backend, entry.typeId)?.structure.type ?? null };
}

/** Whether the key reaches the table of a deleted record. */
function isReadable(call: DataCall, { typeId }: DeletedEntry): boolean {
  try {
    requireTable(call, typeId, 'read');
    return true;
  } catch {
    return false;
  }
}

function requireDeleted(call: DataCall, id: string): DeletedEntry {
  const entry = call.backend.deleted.findLast(({ _id, objectId }) => _id === id || objectId === id);
  if (entry === undefined) return notFound(`No deleted record ${id} is kept.`);
  requireTable(call, entry.typeId, 'read');
  return entry;
}

/** Data reference, Endpoints: update history and deleted data; their shapes are ours (README, Choices). */
export const HISTORY_OPERATIONS: DataOperation[] = [
  {
    name: 'getUpdateHistory',
    method: 'GET',
    path: '/updates-record/:objectId',
    handle(call) {
      const objectId = param(call, 'objectId');
      const home = homeOf(call.backend, objectId) ?? notFound(`There is no record ${objectId}.`);
      requireTable(call, home, 'read');
      const entries = call.backend.updates.get(objectId) ?? [];
      return { data: entries.map((entry) => withType(call.backend, entry)).toReversed() };
    },
  },
  {
    name: 'listDeletedData',
    method: 'GET',
    path: '/data-deleted',
    handle(call) {
      const readable = call.backend.deleted.filter((entry) => isReadable(call, entry));
      return { data: readable.map((entry) => withType(call.backend, entry)).toReversed() };
    },
  },
  {
    name: 'getDeletedData',
    method: 'GET',
    path: '/data-deleted/:id',
    handle: (call) => ({ data: withType(call.backend, requireDeleted(call, param(call, 'id'))) }),
  },
  {
    name: 'undoDelete',
    method: 'PUT',
    path: '/data-deleted/undo-delete-object/:objectId',
    handle(call) {
      const entry = requireDeleted(call, param(call, 'objectId'));
      requireTable(call, entry.typeId, 'write');
      return { data: undoDelete(call.backend, entry.objectId) };
    },
  },
];
