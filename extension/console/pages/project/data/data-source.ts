import type { Table, TableProperty } from '../../../../../shared/data-api/records.ts';
import { mayActAs, type Role } from '../../../../../shared/edge-api/role.ts';
import { t } from '../../../../i18n/t.ts';
import { dataPath, recordPath } from '../../../../reads/paths.ts';
import { isSingle, propertyControl } from '../../../grid/property.ts';
import { type Column, directionsOf, type RowSource, type RowsRequest } from '../../../grid/row-source.ts';
import { writeMode } from '../../../grid/write-mode.ts';
import { projectAddress } from '../../../parts/routes.ts';
import { columnValues } from './column-values.ts';
import { filterOf, RECORD_OPERATORS } from './filter.ts';
import { linkedByName, searchRecords, targetOf } from './reference-names.tsx';
import { uploadFile } from './upload.ts';

export const sourceKey = (projectId: string, table: string): string =>
  JSON.stringify([projectId, 'app', table]);

/** One record of a table, with the number of all. */
export const countRequest = (projectId: string, type: string): RowsRequest => ({
  path: dataPath(projectId, `/crud/query/${encodeURIComponent(type)}`),
  body: { pagination: { limit: 1, page: 0 }, returnCount: true },
});

/** Records of one table of an app, as rows. */
export function dataSource(projectId: string, tables: readonly Table[], table: Table, role: Role): RowSource {
  const records = `/crud/${encodeURIComponent(table.type)}`;
  return {
    key: sourceKey(projectId, table.type),
    table: table.type,
    label: table.label,
    place: 'app',
    idColumn: '_id',
    columns: [
      ...table.properties
        .filter((property) => property.propertyType !== 'objectReference' || isSingle(property))
        .map((property) => columnOf(projectId, tables, table, property)),
      // Every record has these (data reference, Record).
      { name: '_id', label: t('fact.id'), control: { kind: 'text' }, type: null },
      ...(['createdAt', 'updatedAt'] as const).map((name) => ({
        name,
        label: t(`console.rows.${name}`),
        control: { kind: 'date' as const, withHour: true },
        type: null,
      })),
    ],
    operators: RECORD_OPERATORS,
    hasAlternatives: true,
    hasPages: true,
    hasOrder: true,
    linked: (words) => linkedByName(projectId, tables, table, words),
    rows: ({ where, sort, limit, page }) => ({
      path: dataPath(projectId, `/crud/query/${encodeURIComponent(table.type)}`),
      body: {
        ...(where.length > 0 && { filter: filterOf(where, table.properties) }),
        ...(sort.length > 0 && { sort: directionsOf(sort) }),
        pagination: { limit, page },
        returnCount: true,
      },
    }),
    rowPath: (id) => recordPath(projectId, table, id),
    change: (change) => {
      const of = change.kind === 'create' ? '' : `/${encodeURIComponent(change.id)}`;
      const path = dataPath(projectId, `${records}${of}`);
      switch (change.kind) {
        case 'create':
          return { method: 'POST', path, body: change.data };
        case 'update':
          return { method: 'PATCH', path, body: change.data };
        case 'delete':
          return { method: 'DELETE', path, body: undefined };
      }
    },
    rereads: dataPath(projectId, '/'),
    mode: writeMode(projectId, 'app'),
    mayEdit: mayActAs(role, 'builder'),
    mayDelete: mayActAs(role, 'owner'),
    deletedAddress: projectAddress(projectId, 'data', 'deleted'),
    addressOf: (row) =>
      projectAddress(projectId, 'data', 'tables', table.type, ...(row === undefined ? [] : [row])),
    fileName: `${projectId}-${table.type}`,
  };
}

/** Room for a name; an id stands there until it is read. */
const REFERENCE_PX = 160;

/** Types whose values repeat often enough to choose among them. */
const COUNTED = new Set(['string', 'number', 'boolean', 'options']);

function columnOf(
  projectId: string,
  tables: readonly Table[],
  table: Table,
  property: TableProperty,
): Column {
  const { name, label, required, propertyType, typeExtras } = property;
  const target = propertyType === 'objectReference' ? targetOf(tables, property) : null;
  return {
    name,
    label: label || name,
    ...(required && { isRequired: true }),
    control: propertyControl(property),
    type: propertyType,
    ...(target && {
      width: REFERENCE_PX,
      choices: (words) => searchRecords(projectId, target, words),
      addressOf: (id) => projectAddress(projectId, 'data', 'tables', target.type, id),
    }),
    ...(propertyType === 'file' && {
      files: {
        isMultiple: typeExtras?.file?.multiple === true,
        upload: (file) => uploadFile(projectId, file),
      },
    }),
    ...(COUNTED.has(propertyType) && { values: () => columnValues(projectId, table, property) }),
  };
}
