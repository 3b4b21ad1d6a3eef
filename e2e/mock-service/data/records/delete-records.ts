import { iso } from '../../clock/calendar.ts';
import type { World } from '../../world/world.ts';
import type { DataBackend, DataRecord } from '../backend/backend.ts';
import { type OpenTable, tableOf } from '../backend/require-table.ts';
import { notFound, refuseField } from '../http/problem.ts';
import { repeated } from './write-records.ts';

/** Moves a record to the deleted data (data reference, States). Its references stay, for its return. */
export function deleteRecord(
  world: World,
  backend: DataBackend,
  { structure, records }: OpenTable,
  record: DataRecord,
  deletedBy: string,
): void {
  records.delete(record._id);
  backend.deleted.push({
    _id: world.random.hex(24),
    objectId: record._id,
    typeId: structure._id,
    deletedAt: iso(world.clock.now()),
    deletedBy,
    object: record,
  });
  world.counters.effects.recordsDeleted += 1;
}

/** Brings a deleted record back as it was. 400 when a value of its has been taken since. */
export function undoDelete(backend: DataBackend, objectId: string): DataRecord {
  const index = backend.deleted.findLastIndex((entry) => entry.objectId === objectId);
  const entry = backend.deleted[index];
  const table = entry && tableOf(backend, entry.typeId);
  if (entry === undefined || table === undefined) return notFound(`No deleted record ${objectId} is kept.`);
  const set = new Map(Object.entries(entry.object));
  for (const property of table.structure.properties.values()) {
    const taken = repeated(property, { set }, table, undefined);
    if (taken !== undefined) refuseField(property.name, taken);
  }
  backend.deleted.splice(index, 1);
  table.records.set(entry.objectId, entry.object);
  return entry.object;
}
