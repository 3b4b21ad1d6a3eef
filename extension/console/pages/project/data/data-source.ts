import * as z from 'zod/mini';
import { readTables, type Table, type TableProperty } from '../../../../../shared/data-api/records.ts';
import { mayActAs, type Role } from '../../../../../shared/edge-api/role.ts';
import { parseEach } from '../../../../../shared/parse.ts';
import { type Result, success } from '../../../../edge-client/api-error.ts';
import { t } from '../../../../i18n/t.ts';
import { sendMessage } from '../../../../messaging/client.ts';
import { allDataOf, dataPath, recordPath } from '../../../../reads/paths.ts';
import { type Resource, useResource } from '../../../../reads/resource.ts';
import { removeImportFile, writeImportFile } from '../../../../storage/import-table.ts';
import { confirmingFor } from '../../../../storage/pairing.ts';
import { isSingle, propertyControl } from '../../../grid/property.ts';
import type { ValueCount } from '../../../grid/row-source.ts';
import { type Column, directionsOf, type RowSource, type RowsRequest } from '../../../grid/row-source.ts';
import { writeMode } from '../../../grid/write-mode.ts';
import { projectAddress } from '../../../parts/routes.ts';
import { filterOf, RECORD_OPERATORS } from './filter.ts';
import { linkedByName, searchRecords, targetOf } from './reference-names.tsx';

export const sourceKey = (projectId: string, table: string): string =>
  JSON.stringify([projectId, 'app', table]);

/** One record of a table, with the number of all. */
export const countRequest = (projectId: string, type: string): RowsRequest => ({
  path: dataPath(projectId, '/crud/query/:typeId', { typeId: type }),
  body: { pagination: { limit: 1, page: 0 }, returnCount: true },
});

/** Records of one table of an app, as rows. */
export function dataSource(projectId: string, tables: readonly Table[], table: Table, role: Role): RowSource {
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
    linked: (words) => linkedByName(projectId, tables, table, words),
    rows: ({ where, sort, limit, page }) => ({
      path: dataPath(projectId, '/crud/query/:typeId', { typeId: table.type }),
      body: {
        ...(where.length > 0 && { filter: filterOf(where, table.properties) }),
        ...(sort.length > 0 && { sort: directionsOf(sort) }),
        pagination: { limit, page },
        returnCount: true,
      },
    }),
    rowPath: (id) => recordPath(projectId, table, id),
    change: (change) => {
      switch (change.kind) {
        case 'create':
          return {
            method: 'POST',
            path: dataPath(projectId, '/crud/:typeId', { typeId: table.type }),
            body: change.data,
          };
        case 'update':
          return { method: 'PATCH', path: recordPath(projectId, table, change.id), body: change.data };
        case 'delete':
          return { method: 'DELETE', path: recordPath(projectId, table, change.id), body: undefined };
      }
    },
    rereads: allDataOf(projectId),
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

/**
 * Stores a file in a project's app. Passes it to the background through storage, since messages hold none,
 * and removes it from there whatever the result.
 * @returns its file name id
 */
async function uploadFile(projectId: string, file: File): Promise<Result<string>> {
  const confirmedFor = await confirmingFor('waits');
  const id = await writeImportFile(file, null).catch(() => null);
  if (id === null) return { ok: false, error: { kind: 'storage-full', code: null, message: null } };
  try {
    const chosen = { kind: 'chosen', id, name: file.name } as const;
    const result = await sendMessage('uploadFile', { projectId, file: chosen, confirmedFor });
    return result.ok ? success(result.value.fileName) : result;
  } finally {
    void removeImportFile(id).catch(() => undefined);
  }
}

const VALUES_MAX = 20;

const counted = z.object({ _id: z.union([z.string(), z.number(), z.boolean()]), count: z.number() });

/**
 * Values that records have in a property, the most frequent first, counted by the backend (data reference,
 * custom aggregation: the operation for values of a page's column names no path and wants ids of records).
 * @returns null where it can't be asked, as in tables with a withheld column
 */
async function columnValues(
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

/** The structure of a project's app, as received; shared by everything on its page. */
export const useStructure = (projectId: string): Resource<unknown> =>
  useResource({ path: dataPath(projectId, '/data-structure'), schema: z.unknown() });

/** The tables of a project's app; none until they are read. */
export function useTables(projectId: string): Table[] {
  const state = useStructure(projectId).state.value;
  return state.kind === 'shown' ? readTables(state.value) : [];
}
