import type { Table, TableProperty } from '../../../../../shared/data-api/records.ts';
import { type Condition, directionsOf, type RowsRequest, type Sort } from '../../../grid/row-source.ts';
import { filterOf } from './filter.ts';
import { targetOf } from './reference-names.tsx';

/** Most records of the first table at once, and of each other table in each record above it. */
export const RECORDS_SHOWN = 20;
export const INNER_SHOWN = 10;

/** How the records of one table lead to those of another: by a property of either. */
export type Way = { id: string; other: Table; property: TableProperty };

/** A table of a nested question, and what is asked of its records. `way`: from the table above it; null: it is the first. */
export type Level = {
  table: Table;
  way: Way | null;
  where: readonly Condition[];
  sort: readonly Sort[];
  /** Zero-based. */
  page: number;
};

export const levelOf = (table: Table, way: Way | null): Level => ({
  ...{ table, way, where: [], sort: [], page: 0 },
});

/** Every table that a table's records lead to, or are led to from. */
export function waysOf(tables: readonly Table[], table: Table): Way[] {
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

/** Records of the first table with those of the others inside, each table by its own conditions, order and page (gaps page, nested data). */
export const togetherRequest = (levels: readonly Level[]): RowsRequest => ({
  path: '/crud/nested',
  body: {
    nestedQuery: nestedBy(levels, ({ table, where, sort, page }, index) => ({
      ...(where.length > 0 && { filter: filterOf(where, table.properties) }),
      ...(sort.length > 0 && { sort: directionsOf(sort) }),
      pagination: { limit: index === 0 ? RECORDS_SHOWN : INNER_SHOWN, page },
    })),
  },
});

/** Records of one table for which the conditions of all hold (gaps page, records by conditions on other tables). */
export const onlyRequest = (levels: readonly Level[], { table, sort, page }: Level): RowsRequest => ({
  path: '/filter/nested-filter',
  body: {
    nestedFilter: nestedBy(levels, (level) => filterOf(level.where, level.table.properties)),
    tableNameToGetResults: table.type,
    filterOptions: {
      ...(sort.length > 0 && { sort: directionsOf(sort) }),
      pagination: { limit: RECORDS_SHOWN, page },
    },
  },
});

/** The tables, each in the one above it. */
const nestedBy = (
  levels: readonly Level[],
  tableFilter: (level: Level, index: number) => unknown,
): Record<string, unknown> =>
  levels.reduceRight<Record<string, unknown>>((below, level, index) => {
    const propertyName = level.way?.property.name;
    const own = { tableFilter: tableFilter(level, index), ...(propertyName && { propertyName }) };
    return { [level.table.type]: Object.assign(own, below) };
  }, {});
