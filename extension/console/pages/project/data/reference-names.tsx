import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Row } from '../../../../../shared/builder-api/database.ts';
import {
  type DataRecord,
  readRecords,
  type Table,
  type TableProperty,
} from '../../../../../shared/data-api/records.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { namedApart } from '../../../../import/references.ts';
import { sendMessage } from '../../../../messaging/client.ts';
import { dataPath } from '../../../../reads/paths.ts';
import type { NameOf } from '../../../grid/grid.tsx';
import { isSingle, propertyControl } from '../../../grid/property.ts';
import { type Condition, LINKED_MAX } from '../../../grid/row-source.ts';
import { cellText, shownText } from '../../../grid/values.ts';
import { finding } from './filter.ts';

/** Most conditions that the edge accepts in one query. */
const IDS_MAX = 200;
const NAME_MAX = 60;
const SUMMARY_MAX = 120;
const VALUES_MAX = 3;
const FOUND_MAX = 8;

/** The table that a property refers to; null if the structure names none of these. */
export function targetOf(tables: readonly Table[], { objectReference }: TableProperty): Table | null {
  const id = objectReference?.objectReferenceTypeId;
  return tables.find((one) => id != null && (one.id === id || one.type === id)) ?? null;
}

/**
 * Short name of a record: its first text property in its table's order, else its first other values but
 * references and files, whose ids tell nothing.
 */
export function recordName(record: Row, table: Table): string {
  const textsOf = (isNamed: (type: string) => boolean) =>
    table.properties
      .filter(({ propertyType }) => isNamed(propertyType))
      .map((property) => shownText(record[property.name], propertyControl(property)))
      .filter((text) => text !== '');
  const [text] = textsOf((type) => type === 'string');
  const others = () => textsOf((type) => type !== 'objectReference' && type !== 'file');
  const name = text ?? others().slice(0, VALUES_MAX).join(' · ');
  return isolated(name === '' ? String(record._id) : name.slice(0, NAME_MAX));
}

/** A record in a few words: its first values. Null: it has none. */
export function summaryOf(record: Row): string | null {
  const texts = Object.entries(record)
    .filter(([name]) => !name.startsWith('_') && !/At$/.test(name))
    .map(([, value]) => cellText(value))
    .filter((text) => text !== '');
  return texts.length === 0 ? null : isolated(texts.slice(0, VALUES_MAX).join(' · ').slice(0, SUMMARY_MAX));
}

/** The records that rows refer to, by table. */
export function referencedIds(
  tables: readonly Table[],
  table: Table,
  rows: readonly Row[],
): { target: Table; ids: string[] }[] {
  const byTable = new Map<Table, Set<string>>();
  for (const property of table.properties) {
    const target = property.propertyType === 'objectReference' ? targetOf(tables, property) : null;
    if (target === null) continue;
    const ids = byTable.get(target) ?? new Set();
    for (const id of rows.flatMap((row) => idsIn(row[property.name]))) ids.add(id);
    byTable.set(target, ids);
  }
  return [...byTable].flatMap(([target, ids]) =>
    ids.size === 0 ? [] : [{ target, ids: [...ids].slice(0, IDS_MAX) }],
  );
}

const idsIn = (value: unknown): string[] =>
  [value].flat().filter((id): id is string => typeof id === 'string' && id !== '');

/** Reads names of referenced records, one query per table; shows unreadable or deleted ones by their id. */
export function ReferenceNames({
  projectId,
  tables,
  table,
  rows,
  names,
  children,
}: {
  projectId: string;
  tables: readonly Table[];
  table: Table;
  rows: readonly Row[];
  /** What was read before, here or elsewhere: it is shown at once, and read again. */
  names: Signal<ReadonlyMap<string, string>>;
  children: (nameOf: NameOf) => ComponentChildren;
}) {
  const wanted = referencedIds(tables, table, rows);
  useEffect(() => {
    let isOver = false;
    for (const { target, ids } of wanted)
      void find(projectId, target, [{ or: ids.map((_id) => ({ _id })) }], ids.length).then((found) => {
        if (!isOver)
          names.value = new Map([
            ...names.value,
            ...(found ?? []).map((record) => [record._id, recordName(record, target)] as const),
          ]);
      });
    return () => {
      isOver = true;
    };
  }, [JSON.stringify(wanted.map(({ target, ids }) => [target.type, ids]))]);
  const references = new Set(
    table.properties.filter(({ propertyType }) => propertyType === 'objectReference').map(({ name }) => name),
  );
  const known = names.value;
  return children((column, value) => {
    const ids = references.has(column) ? idsIn(value) : [];
    return ids.some((id) => known.has(id)) ? ids.map((id) => known.get(id) ?? id).join(', ') : null;
  });
}

/** Records of a table whose first text contains these words; null: they can't be read. */
export async function searchRecords(projectId: string, table: Table, words: string) {
  const text = table.properties.find(({ propertyType }) => propertyType === 'string');
  const filter = text && words !== '' ? [{ [text.name]: finding(words) }] : [];
  const found = await find(projectId, table, filter, FOUND_MAX);
  const named = found?.map((record) => ({ id: record._id, name: recordName(record, table) }));
  return found && named ? namedApart(named, found) : null;
}

/** Conditions: references to records whose first text contains the words; `isPart`: some can't be read. */
export async function linkedByName(
  projectId: string,
  tables: readonly Table[],
  table: Table,
  words: string,
): Promise<Pick<Condition, 'or' | 'isPart'>> {
  const asked = table.properties.map(async (property) => {
    const target = property.propertyType === 'objectReference' ? targetOf(tables, property) : null;
    const text = target?.properties.find(({ propertyType }) => propertyType === 'string');
    if (!target || !text || !isSingle(property)) return [];
    const records = await find(projectId, target, [{ [text.name]: finding(words) }], LINKED_MAX);
    return records?.map(({ _id }) => ({ column: property.name, op: 'eq' as const, value: _id })) ?? null;
  });
  const found = await Promise.all(asked);
  const or = found.flatMap((one) => one ?? []).slice(0, LINKED_MAX);
  return { ...(or.length > 0 && { or }), ...(found.includes(null) && { isPart: true }) };
}

/** @returns null where they can't be read */
async function find(
  projectId: string,
  table: Table,
  filter: unknown[],
  limit: number,
): Promise<DataRecord[] | null> {
  const result = await sendMessage('readEdge', {
    path: dataPath(projectId, '/crud/query/:typeId', { typeId: table.type }),
    keep: false,
    body: { ...(filter.length > 0 && { filter }), pagination: { limit, page: 0 } },
  });
  return result.ok ? readRecords(result.value.value) : null;
}
