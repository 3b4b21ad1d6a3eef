import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import type { Row } from '../../../../shared/builder-api/database.ts';
import { readRecords, type Table, type TableProperty } from '../../../../shared/data-api/records.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { dataPath } from '../../../reads/paths.ts';
import { useResource } from '../../../reads/resource.ts';
import { RawValue } from '../../grid/long-text.tsx';
import { Part } from '../../parts/part.tsx';
import { projectAddress } from '../../parts/routes.ts';
import { recordName, targetOf } from './reference-names.tsx';

const RECORDS_SHOWN = 20;
const INNER_SHOWN = 10;

/** How the records of one table lead to those of another: by a property of either. */
type Way = { id: string; other: Table; property: TableProperty };

/** Every table that a table's records lead to, or are led to from. */
function waysOf(tables: readonly Table[], table: Table): Way[] {
  const own = table.properties.flatMap((property) => {
    const other = property.propertyType === 'objectReference' ? targetOf(tables, property) : null;
    return other === null ? [] : [{ id: `>${property.name}`, other, property }];
  });
  const from = tables.flatMap((other) =>
    other.properties
      .filter(
        (property) => property.propertyType === 'objectReference' && targetOf(tables, property) === table,
      )
      .map((property) => ({ id: `<${other.type}.${property.name}`, other, property })),
  );
  return [...own, ...from.filter(({ other }) => !own.some((way) => way.other === other))];
}

/** The question of a nested read (gaps page, nested data), or of records by a condition on the other table. */
export function nestedQuestion(table: Table, { other, property }: Way, words: string) {
  const page = { pagination: { limit: RECORDS_SHOWN, page: 0 } };
  const name = other.properties.find(({ propertyType }) => propertyType === 'string')?.name;
  if (words === '' || name === undefined) {
    const inner = {
      tableFilter: { pagination: { limit: INNER_SHOWN, page: 0 } },
      propertyName: property.name,
    };
    return {
      path: '/crud/nested',
      body: { nestedQuery: { [table.type]: { tableFilter: page, [other.type]: inner } } },
    };
  }
  const regex = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const inner = { tableFilter: [{ [name]: { regex, options: 'i' } }], propertyName: property.name };
  return {
    path: '/filter/nested-filter',
    body: {
      nestedFilter: { [table.type]: { tableFilter: [], [other.type]: inner } },
      tableNameToGetResults: table.type,
      filterOptions: page,
    },
  };
}

/** Records of a table together with those of another, or only those that lead to a record with a given name. */
export function AcrossTables({ projectId, tables }: { projectId: string; tables: readonly Table[] }) {
  const type = useSignal('');
  const way = useSignal('');
  const words = useSignal('');
  const search = useSignal<{ table: Table; way: Way; words: string } | null>(null);
  const table = tables.find((one) => one.type === type.value) ?? null;
  const ways = table === null ? [] : waysOf(tables, table);
  const chosen = ways.find(({ id }) => id === way.value) ?? null;
  const select = (label: string, of: typeof type, options: readonly (readonly [string, string])[]) => (
    <label class="field">
      <span class="meta">{label}</span>
      <select
        class="input"
        value={of.value}
        onChange={({ currentTarget }) => {
          of.value = currentTarget.value;
          if (of === type) way.value = '';
        }}
      >
        <option value="">–</option>
        {options.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Part title={t('console.across.title')}>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (table && chosen) search.value = { table, way: chosen, words: words.value.trim() };
        }}
      >
        {select(
          t('console.data.table'),
          type,
          tables.map((one) => [one.type, isolated(one.label)] as const),
        )}
        {select(
          t('console.across.with'),
          way,
          ways.map(({ id, other, property }) => [
            id,
            `${isolated(other.label)} (${isolated(property.label || property.name)})`,
          ]),
        )}
        <label class="field">
          <span class="meta">{t('console.across.onlyWhere')}</span>
          <input
            class="input"
            value={words.value}
            onInput={({ currentTarget }) => (words.value = currentTarget.value)}
          />
        </label>
        <button type="submit" class="button" disabled={chosen === null}>
          {t('console.across.read')}
        </button>
      </form>
      {search.value && (
        <Found
          key={JSON.stringify([search.value.table.type, search.value.way.id, search.value.words])}
          {...search.value}
          projectId={projectId}
        />
      )}
    </Part>
  );
}

function Found({
  projectId,
  table,
  way,
  words,
}: {
  projectId: string;
  table: Table;
  way: Way;
  words: string;
}) {
  const { path, body } = nestedQuestion(table, way, words);
  const found = useResource({ path: dataPath(projectId, path), body, schema: z.unknown() });
  const addressOf = (of: Table, { _id }: Row) =>
    projectAddress(projectId, 'data', 'tables', of.type, String(_id));
  return (
    <Loaded of={found}>
      {(value) => {
        const records = readRecords(value);
        if (records === null) return <RawValue value={value} />;
        if (records.length === 0) return <p class="meta">{t('console.nothingFound')}</p>;
        return (
          <>
            <ul class="lines-list">
              {records.map((record) => (
                <li key={record._id} class="line">
                  <a href={addressOf(table, record)}>{recordName(record, table)}</a>
                  <ul class="inner-records">
                    {innerOf(record, way).map((inner) => (
                      <li key={inner._id}>
                        <a href={addressOf(way.other, inner)}>{recordName(inner, way.other)}</a>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
            <p class="meta">{t('console.across.limits', { count: RECORDS_SHOWN, inner: INNER_SHOWN })}</p>
          </>
        );
      }}
    </Loaded>
  );
}

/** Referenced records stand under their table's name (gaps page), or in place of the property's ids. */
function innerOf(record: Row, { other, property }: Way) {
  const held = record[other.type] ?? record[property.name];
  return readRecords([held].flat().filter((one) => typeof one === 'object' && one !== null)) ?? [];
}
