import type { World } from '../../world/world.ts';
import type { DataBackend } from '../backend/backend.ts';
import { type NewTable, structuresOf } from './table-structure.ts';

/** Puts empty tables into a project's data backend. @throws Error as `structuresOf` does */
export function addTables(world: World, backend: DataBackend, tables: readonly NewTable[]): void {
  for (const structure of structuresOf(tables, backend.structures, world.random)) {
    backend.structures.set(structure.type, structure);
    backend.tables.set(structure.type, new Map());
  }
}
