import type { Row } from '../../../../../shared/builder-api/database.ts';
import { readRecords } from '../../../../../shared/data-api/records.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { shownText } from '../../../grid/values.ts';
import { projectAddress } from '../../../parts/routes.ts';
import type { Level } from './nested-question.ts';
import { recordName } from './reference-names.tsx';

/** Records with those of the next table inside; after each, the values by which they are ordered. */
export function NestedRecords({
  projectId,
  levels: [level, ...below],
  records,
  isInner,
}: {
  projectId: string;
  levels: readonly Level[];
  records: readonly Row[];
  isInner: boolean;
}) {
  if (level === undefined) return null;
  const { table, sort } = level;
  const [next] = below;
  return (
    <ul class={isInner ? 'inner-records' : 'lines-list'}>
      {records.map((record) => (
        <li key={String(record._id)} class={isInner ? undefined : 'line'}>
          <a href={projectAddress(projectId, 'data', 'tables', table.type, String(record._id))}>
            {recordName(record, table)}
          </a>
          {sort.map(({ column }) => (
            <span key={column} class="meta">
              {' '}
              {isolated(shownText(record[column], null))}
            </span>
          ))}
          {next && (
            <NestedRecords
              projectId={projectId}
              levels={below}
              records={innerOf(record, next)}
              isInner={true}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** How long the longest list of each table is. */
export function longestOf(records: readonly Row[], levels: readonly Level[]): number[] {
  const longest: number[] = [];
  const count = (list: readonly Row[], at: number) => {
    longest[at] = Math.max(longest[at] ?? 0, list.length);
    const next = levels[at + 1];
    if (next) for (const record of list) count(innerOf(record, next), at + 1);
  };
  count(records, 0);
  return longest;
}

/** Referenced records stand under their table's name (gaps page), or in place of the property's ids. */
function innerOf(record: Row, { table, way }: Level): Row[] {
  const held = record[table.type] ?? (way && record[way.property.name]);
  return readRecords([held].flat().filter((one) => typeof one === 'object' && one !== null)) ?? [];
}
