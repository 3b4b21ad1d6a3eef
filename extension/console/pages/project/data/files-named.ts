import { records, type Table } from '../../../../../shared/data-api/records.ts';
import { sendMessage } from '../../../../messaging/client.ts';
import { dataPath } from '../../../../reads/paths.ts';
import { fileNames } from '../../../grid/values.ts';

const PAGE = 200;
/** Beyond so many requests what is left counts as not read. */
const REQUESTS_MAX = 100;

interface NamingRecord {
  table: Table;
  recordId: string;
}

/** Which records name files in their file columns, as far as they were read. */
export interface NamedFiles {
  /** By file name id. */
  named: ReadonlyMap<string, readonly NamingRecord[]>;
  /** Tables with a file column of which not all records were read. */
  unread: readonly Table[];
}

/** Reads the records of all tables with a file column. @param onRead called with how many were read so far */
export async function readNamedFiles(
  projectId: string,
  tables: readonly Table[],
  onRead: (records: number) => void,
): Promise<NamedFiles> {
  const named = new Map<string, NamingRecord[]>();
  const unread: Table[] = [];
  let requests = 0;
  let all = 0;
  for (const table of tables) {
    const columns = table.properties.filter(({ propertyType }) => propertyType === 'file');
    if (columns.length === 0) continue;
    const read = new Set<string>();
    let isWhole = false;
    for (let page = 0; !isWhole && requests < REQUESTS_MAX; page += 1) {
      requests += 1;
      const result = await sendMessage('readEdge', {
        path: dataPath(projectId, `/crud/query/${encodeURIComponent(table.type)}`),
        keep: false,
        body: { sort: { createdAt: 1 }, pagination: { limit: PAGE, page }, returnCount: true },
      });
      const list = result.ok ? records.safeParse(result.value.value) : null;
      if (!result.ok || !list?.success) break;
      for (const record of list.data) {
        if (read.has(record._id)) continue;
        read.add(record._id);
        for (const name of new Set(columns.flatMap((column) => fileNames(record[column.name]))))
          named.set(name, [...(named.get(name) ?? []), { table, recordId: record._id }]);
      }
      onRead(all + read.size);
      const total = result.value.total ?? null;
      // A record that is deleted meanwhile shifts another one out of sight.
      isWhole = total === null ? list.data.length === 0 : read.size >= total;
      if (!isWhole && list.data.length === 0) break;
    }
    all += read.size;
    if (!isWhole) unread.push(table);
  }
  return { named, unread };
}
