import { isWithheld } from '../../shared/withheld.ts';
import type { DataCall } from './whitelist.ts';

/**
 * What a call asks about that can't be told from names in it. `tables`: those that it reads, by name or id;
 * `all` where the call names none. `fields`: ids or names of the properties that it asks about; null =
 * whatever a record holds.
 */
interface Reach {
  tables: 'all' | readonly string[];
  fields: readonly string[] | null;
}

interface Columns {
  /** Id and name of the table. */
  table: readonly unknown[];
  /** Names and ids of its columns that are withheld. */
  withheld: readonly string[];
}

/**
 * What a call reaches beyond the names in it that can be checked; null for all others. Pipelines compute upon
 * whole records, the search of a page compares every value, histories come in a form that the data reference
 * does not show, and integrations name properties by id.
 */
export function reachOf({ operation, query, body }: DataCall): Reach | null {
  const whole = (tables: Reach['tables']): Reach => ({ tables, fields: null });
  switch (operation) {
    case 'aggregate': {
      const { type, customMongoQuery } = JSON.parse(body ?? '{}') as Record<string, string>;
      return whole([type ?? '', ...otherTables(JSON.parse(customMongoQuery ?? '[]'))]);
    }
    case 'getUpdateHistory':
      return whole('all');
    case 'filterPage':
      return (query.query ?? '') === '' ? null : whole('all');
    case 'getNewRecords':
    case 'searchRecords':
    case 'getLastDeletedRecords':
      return whole([String(JSON.parse(body ?? '{}').tableId)]);
    case 'updateRecords':
    case 'deleteRecords': {
      const { tableId, filter } = JSON.parse(body ?? '{}');
      return { tables: [tableId], fields: fieldsOf(filter) };
    }
    case 'uploadAndLinkFile':
      return { tables: [query.table ?? ''], fields: fieldsOf(JSON.parse(atob(query.filter ?? ''))) };
    default:
      return null;
  }
}

const fieldsOf = (filter: { field: string }[]): string[] => filter.map(({ field }) => field);

const TABLE_PREFIX = 'data_';

/** Every text that could name a table in a pipeline. */
function otherTables(value: unknown): string[] {
  if (typeof value === 'string')
    return value.startsWith(TABLE_PREFIX) ? [value.slice(TABLE_PREFIX.length)] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(otherTables) : [];
}

/**
 * Whether a call would ask about a withheld column of these tables. A table that is not among them counts as
 * one that withholds what any of them does.
 * @param structure of all tables (gaps page: properties come as a map by name, or as a list)
 */
export function asksForWithheld({ tables, fields }: Reach, structure: unknown): boolean {
  if (!Array.isArray(structure)) return true;
  const columns = structure.map(columnsOf);
  const asksFor = ({ withheld }: Columns) =>
    fields === null
      ? withheld.length > 0
      : fields.some((field) => isWithheld(field) || withheld.includes(field));
  const named =
    tables === 'all' || tables.some((name) => !columns.some(({ table }) => table.includes(name)))
      ? columns
      : columns.filter(({ table }) => table.some((name) => tables.includes(String(name))));
  return named.some(asksFor);
}

function columnsOf(entry: unknown): Columns {
  const { _id, type, properties } = Object(entry);
  const withheld = Object.entries(Object(properties)).flatMap(([key, described]) => {
    const { id, name } = Object(described);
    const names = [key, name].filter((one) => typeof one === 'string');
    return names.some(isWithheld) ? [...names, id].filter((one) => typeof one === 'string') : [];
  });
  return { table: [_id, type], withheld };
}
