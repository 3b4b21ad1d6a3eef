import * as z from 'zod/mini';
import { mayActAs, type Role } from '../../../../../shared/edge-api/role.ts';
import { isWithheld } from '../../../../../shared/withheld.ts';
import { dataPath } from '../../../../reads/paths.ts';
import { ANY_COLUMN, pageRequest, type RowSource } from '../../../grid/row-source.ts';
import type { PropertyControl } from '../../../grid/values.ts';
import { writeMode } from '../../../grid/write-mode.ts';
import { projectAddress } from '../../../parts/routes.ts';

/** A table as other tools see it (data reference, get-tables). */
export const integrationTable = z.looseObject({ id: z.string(), label: z.nullish(z.string()) });
export type IntegrationTable = z.infer<typeof integrationTable>;

/** A field of it (data reference, Table structure entry); `value`: its id, by which it is filtered and set. */
export const structureEntry = z.looseObject({
  name: z.string(),
  label: z.nullish(z.string()),
  type: z.nullish(z.string()),
  value: z.nullish(z.string()),
  spec: z.nullish(z.array(z.looseObject({ name: z.string(), type: z.nullish(z.string()) }))),
});
export type StructureEntry = z.infer<typeof structureEntry>;

export const INTEGRATION_VIEWS = ['search', 'new', 'deleted'] as const;
export type IntegrationView = (typeof INTEGRATION_VIEWS)[number];

const READS = {
  search: 'search-records',
  new: 'get-new-records',
  deleted: 'last-deleted-records',
} as const satisfies Record<IntegrationView, string>;

/**
 * Records of a table as other tools get them: by fields that have a value, without order or pages.
 * @param type name of the table in the app's own structure, by which new records are made
 */
export function integrationSource(
  projectId: string,
  { id, label }: IntegrationTable,
  type: string,
  entries: readonly StructureEntry[],
  view: IntegrationView,
  role: Role,
): RowSource {
  const path = (rest: string) => dataPath(projectId, `/integrations/${rest}`);
  const fieldOf = (name: string) => entries.find((entry) => entry.name === name)?.value ?? name;
  const only = (recordId: string) => [{ field: fieldOf('_id'), value: recordId }];
  const mayChange = view !== 'deleted' && mayActAs(role, 'owner');
  return {
    key: JSON.stringify([projectId, 'integrations', view, id]),
    table: label || type,
    place: 'app',
    idColumn: '_id',
    columns: entries
      .filter(({ name }) => !isWithheld(name))
      .map((entry) => ({
        name: entry.name,
        label: entry.label || entry.name,
        control: controlOfEntry(entry),
        type: entry.type ?? null,
      })),
    operators: ['eq'],
    hasAlternatives: false,
    hasPages: false,
    hasOrder: false,
    rows: (question) => {
      const { where, limit } = pageRequest(question);
      const filter = where
        .filter(({ column }) => column !== ANY_COLUMN)
        .map(({ column, value }) => ({ field: fieldOf(column), value }));
      return {
        path: path(READS[view]),
        body: { tableId: id, limit, ...(filter.length > 0 && { filter }) },
      };
    },
    change: (change) => {
      switch (change.kind) {
        case 'create':
          return {
            method: 'POST',
            path: dataPath(projectId, `/crud/${encodeURIComponent(type)}`),
            body: change.data,
          };
        case 'update': {
          const newProperties = Object.entries(change.data).map(([name, value]) => ({
            field: fieldOf(name),
            value,
          }));
          const body = { tableId: id, limit: 1, filter: only(change.id), newProperties };
          return { method: 'POST', path: path('update-records'), body };
        }
        case 'delete':
          return {
            method: 'POST',
            path: path('delete-records'),
            body: { tableId: id, limit: 1, filter: only(change.id) },
          };
      }
    },
    rereads: dataPath(projectId, '/'),
    mode: writeMode(projectId, 'app'),
    mayEdit: mayChange,
    mayDelete: mayChange,
    addressOf: (row) =>
      projectAddress(projectId, 'data', 'integrations', view, id, ...(row === undefined ? [] : [row])),
    fileName: `${projectId}-${type}-${view}`,
  };
}

/** Null: by its values. The reference names no types; these are seen. */
function controlOfEntry({ type, spec }: StructureEntry): PropertyControl | null {
  const options = (spec ?? []).filter((one) => one.type === 'option').map(({ name }) => name);
  if (options.length > 0) return { kind: 'options', options, multiple: false };
  switch (type) {
    case 'number':
    case 'boolean':
    case 'text':
      return { kind: type };
    case 'date':
      return { kind: 'date', withHour: true };
    case 'file':
      return { kind: 'file' };
    default:
      return null;
  }
}
