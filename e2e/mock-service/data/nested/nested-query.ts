import { isRecord } from '../../http/values.ts';
import type { DataRecord } from '../backend/backend.ts';
import type { DataCall } from '../http/operation.ts';
import { type Listed, listRecords, readListQuery } from '../query/list-query.ts';
import { joined, type NestedNode } from './node.ts';

type Nested = Record<string, unknown>;

/** The top table's records, with referenced ones inside under their table's name (gaps page, nested data). */
export async function nestedRecords(
  call: DataCall,
  top: NestedNode,
  returnCount: boolean,
): Promise<{ page: Nested[]; count?: number }> {
  const { page, count } = await listNode(top, top.table.records.values(), returnCount);
  return { page: await withChildren(call, top, page), ...(count !== undefined && { count }) };
}

/** `tableFilter` is `{ filter, sort, pagination }`; a list alone is taken for the filter. */
function listNode(node: NestedNode, records: Iterable<DataRecord>, returnCount = false): Promise<Listed> {
  const { tableFilter } = node;
  const sent = isRecord(tableFilter) ? tableFilter : { filter: tableFilter };
  return listRecords(records, readListQuery(node.table.structure, { ...sent, returnCount }));
}

async function withChildren(call: DataCall, node: NestedNode, records: DataRecord[]): Promise<Nested[]> {
  const nested: Nested[] = records.map((record) => ({ ...record }));
  for (const child of node.children) {
    if (child.edge === undefined) continue;
    const wanted = new Map<string, DataRecord[]>(records.map(({ _id }) => [_id, []]));
    for (const [above, below] of joined(call, child.edge)) {
      const record = child.table.records.get(below);
      if (record !== undefined) wanted.get(above)?.push(record);
    }
    for (const [index, { _id }] of records.entries()) {
      const { page } = await listNode(child, wanted.get(_id) ?? []);
      const parent = nested[index];
      if (parent !== undefined) parent[child.name] = await withChildren(call, child, page);
    }
  }
  return nested;
}

/** Checks every table's filter before anything is read. */
export function checkNode(node: NestedNode): void {
  const sent = isRecord(node.tableFilter) ? node.tableFilter : { filter: node.tableFilter };
  readListQuery(node.table.structure, sent);
  for (const child of node.children) checkNode(child);
}
