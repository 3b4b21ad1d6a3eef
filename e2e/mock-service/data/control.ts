import type { World } from '../world/world.ts';
import type { DataKey, DataRecord, Page, PdfTemplate } from './backend/backend.ts';
import { backendOf, type DataSettings, dataStateOf } from './backend/data-state.ts';
import { tableOf } from './backend/require-table.ts';
import { makeBackup } from './backups/make-backup.ts';
import { addBigTable } from './demo/big-table.ts';
import { keepFile } from './files/store-file.ts';
import { createRecord } from './records/write-records.ts';
import { addTables } from './structure/add-tables.ts';
import type { NewTable } from './structure/table-structure.ts';

/** Controls of the data backends for tests and demos; part of the service's control. */
export function createDataControl(world: () => World) {
  function table(projectId: string, type: string) {
    const found = tableOf(backendOf(world(), projectId), type);
    if (found === undefined) throw new Error(`There is no table ${type} in ${projectId}`);
    return found;
  }

  return {
    /** Tables of a project's app, empty; they may reference each other. */
    addTables(projectId: string, tables: NewTable[]): void {
      addTables(world(), backendOf(world(), projectId), tables);
    },
    /** Deletes the table with its records. */
    removeTable(projectId: string, type: string): void {
      const { structure } = table(projectId, type);
      backendOf(world(), projectId).structures.delete(structure.type);
      backendOf(world(), projectId).tables.delete(structure.type);
    },
    /** Removes a property of a table. */
    removeProperty(projectId: string, type: string, name: string): void {
      table(projectId, type).structure.properties.delete(name);
    },
    /** Records as a client would create them, checked in the same way; returns their ids. */
    addRecords(projectId: string, type: string, records: Record<string, unknown>[]): string[] {
      const backend = backendOf(world(), projectId);
      return records.map((values) => createRecord(world(), backend, table(projectId, type), values)._id);
    },
    /** All records of a table, in the order of their creation. */
    recordsOf(projectId: string, type: string): DataRecord[] {
      return structuredClone([...table(projectId, type).records.values()]);
    },
    /** A page of the project, by which records are searched and deleted with what hangs below them. */
    addPage(projectId: string, page: Page): void {
      backendOf(world(), projectId).pages.set(page._id, page);
    },
    addPdfTemplate(projectId: string, template: PdfTemplate): void {
      backendOf(world(), projectId).templates.set(template._id, template);
    },
    /** A stored file with this text under just this name id. */
    addFile(projectId: string, name: string, text: string): void {
      const bytes = new TextEncoder().encode(text);
      keepFile(world(), backendOf(world(), projectId), name, name, bytes);
    },
    /** Returns the name of the backup. */
    makeBackup: (projectId: string): string => makeBackup(world(), backendOf(world(), projectId)),
    /** A table with very many rows, of 100,000 by default. */
    addBigTable(projectId: string, rows = 100_000, type = 'stockMovement'): void {
      addBigTable(world(), backendOf(world(), projectId), type, rows);
    },
    addDataKey(key: DataKey): void {
      backendOf(world(), key.projectId);
      dataStateOf(world()).keys.set(key.key, key);
    },
    /** Rejects the key from now on, also the project's default one. */
    removeDataKey(key: string): void {
      dataStateOf(world()).keys.set(key, null);
    },
    setDataSettings(settings: Partial<DataSettings>): void {
      Object.assign(dataStateOf(world()).settings, settings);
    },
  };
}
