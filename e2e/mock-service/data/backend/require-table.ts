import type { DataCall } from '../http/operation.ts';
import { forbidden, notFound } from '../http/problem.ts';
import type { TableStructure } from '../structure/table-structure.ts';
import type { DataBackend, DataRecord, Table } from './backend.ts';
import { dataStateOf, userOfKey } from './data-state.ts';

/** A table with its structure. */
export interface OpenTable {
  structure: TableStructure;
  records: Table;
}

export function tableOf(backend: DataBackend, nameOrId: string): OpenTable | undefined {
  const structure =
    backend.structures.get(nameOrId) ?? [...backend.structures.values()].find(({ _id }) => _id === nameOrId);
  if (structure === undefined) return undefined;
  return { structure, records: backend.tables.get(structure.type) ?? new Map() };
}

/**
 * Returns the table that a request names, by name or id. 404 when it does not exist; 403 when it belongs to
 * another project, or the key or its user has no access (data reference, User, Authentication).
 */
export function requireTable(call: DataCall, nameOrId: string, use: 'read' | 'write'): OpenTable {
  const found = tableOf(call.backend, nameOrId);
  if (found === undefined) {
    const others = [...dataStateOf(call.world).backends.values()];
    if (others.some((backend) => tableOf(backend, nameOrId) !== undefined)) {
      forbidden(`The key has no access to the table ${nameOrId}.`, { table: nameOrId });
    }
    return notFound(`There is no table ${nameOrId}.`);
  }
  const { type, _id } = found.structure;
  const { tables } = call.key;
  const outside = tables !== undefined && !tables.includes(type) && !tables.includes(_id);
  const access = userOfKey(call.backend, call.key)?.access?.types;
  const granted = access && (ownEntry(access, _id) ?? ownEntry(access, type));
  const denied = granted !== undefined && (use === 'read' ? !granted.read : granted.write === false);
  if (outside || denied) forbidden(`The key may not ${use} the table ${type}.`, { table: type });
  return found;
}

function ownEntry<T>(map: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

export function requireRecord({ structure, records }: OpenTable, id: string): DataRecord {
  return records.get(id) ?? notFound(`There is no record ${id} in ${structure.type}.`);
}
