import type { Row } from '../../../shared/builder-api/database.ts';

/** What is done to one record. */
export type RecordChange =
  | { kind: 'create'; data: Row }
  | { kind: 'update'; id: string; data: Row }
  | { kind: 'delete'; id: string };

/** The id of a row for changes; null without one. */
export function idOf(row: Row): string | null {
  const id = row.id ?? row._id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}
