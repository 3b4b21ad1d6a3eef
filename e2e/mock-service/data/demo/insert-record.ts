import { iso } from '../../clock/calendar.ts';
import type { World } from '../../world/world.ts';
import type { DataBackend, DataRecord } from '../backend/backend.ts';

/** Puts a record of the demo into its table as if it had been made at `at`; the demo's values are right. */
export function insertRecord(
  world: World,
  backend: DataBackend,
  type: string,
  values: Record<string, unknown>,
  at: number,
): DataRecord {
  const createdAt = iso(at);
  const record: DataRecord = { _id: world.random.hex(24), ...values, createdAt, updatedAt: createdAt };
  backend.tables.get(type)?.set(record._id, record);
  return record;
}
