import type { DataRecord } from '../backend/backend.ts';
import { userOfKey } from '../backend/data-state.ts';
import { type OpenTable, requireRecord, requireTable } from '../backend/require-table.ts';
import type { DataCall } from '../http/operation.ts';
import { notFound, refuseField } from '../http/problem.ts';
import { deleteRecord } from './delete-records.ts';
import { referencedRecords, requireReference } from './references.ts';

/** Deletes a record and what hangs below it in the levels of a page (data reference, Endpoints). */
export function deleteWithSubelements(call: DataCall, typeId: string, id: string, pageId: string): void {
  const { backend, world } = call;
  const page = backend.pages.get(pageId) ?? notFound(`There is no page ${pageId}.`);
  const table = requireTable(call, typeId, 'write');
  const record = requireRecord(table, id);
  const tables = [page.typeId, ...page.levels.map((level) => level.typeId)];
  const top = tables.indexOf(table.structure.type);
  if (top < 0) refuseField('pageId', `${table.structure.type} is no level of the page ${pageId}.`);

  const doomed: { table: OpenTable; record: DataRecord }[] = [{ table, record }];
  let above = [...doomed];
  for (const { typeId: below, propertyName } of page.levels.slice(top)) {
    const next = requireTable(call, below, 'write');
    above = above.flatMap((parent) => {
      const reference = requireReference(backend, parent.table, propertyName);
      return referencedRecords(backend, reference, parent.record).map((child) => ({
        table: next,
        record: child,
      }));
    });
    doomed.push(...above);
  }
  const by = userOfKey(backend, call.key)?.email ?? call.key.projectId;
  for (const one of doomed) {
    if (one.table.records.has(one.record._id)) deleteRecord(world, backend, one.table, one.record, by);
  }
}
