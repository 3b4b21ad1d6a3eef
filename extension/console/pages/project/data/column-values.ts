import * as z from 'zod/mini';
import type { Table, TableProperty } from '../../../../../shared/data-api/records.ts';
import { parseEach } from '../../../../../shared/parse.ts';
import { sendMessage } from '../../../../messaging/client.ts';
import { dataPath } from '../../../../reads/paths.ts';
import type { ValueCount } from '../../../grid/row-source.ts';

const VALUES_MAX = 20;

const counted = z.object({ _id: z.union([z.string(), z.number(), z.boolean()]), count: z.number() });

/**
 * The values that records have in a property, the most frequent first, counted by the backend (data reference, custom aggregation:
 * the operation for values of a page's column names no path and wants ids of records).
 * @returns null where it can't be asked, as in tables with a withheld column
 */
export async function columnValues(
  projectId: string,
  table: Table,
  { name, typeExtras }: TableProperty,
): Promise<readonly ValueCount[] | null> {
  const pipeline = [
    ...(typeExtras?.optionsConfig?.multiple ? [{ $unwind: `$${name}` }] : []),
    { $group: { _id: `$${name}`, count: { $sum: 1 } } },
    { $sort: { count: -1, _id: 1 } },
    { $limit: VALUES_MAX },
  ];
  const result = await sendMessage('readEdge', {
    path: dataPath(projectId, '/filter/custom-mongo-aggregation-query'),
    keep: false,
    body: { type: table.type, customMongoQuery: JSON.stringify(pipeline) },
  });
  return result.ok
    ? parseEach(counted, result.value.value).map(({ _id, count }) => ({ value: _id, count }))
    : null;
}
