import { isStringList, isText } from '../../http/values.ts';
import type { DataRecord, Page } from '../backend/backend.ts';
import { userOfKey } from '../backend/data-state.ts';
import { type OpenTable, requireTable, tableOf } from '../backend/require-table.ts';
import { type DataCall, type DataOperation, param } from '../http/operation.ts';
import { forbidden, notFound, refuseField } from '../http/problem.ts';
import { readQueryParameters } from '../http/query-parameters.ts';
import { criteriaOf } from '../query/filter.ts';
import { matcherOf, readFlag, readPagination, requireBody } from '../query/list-query.ts';

/** A page of the project's configuration. 404 when there is none, 403 when the key's user may not read it. */
function requirePage(call: DataCall, id: string): Page {
  const page = call.backend.pages.get(id) ?? notFound(`There is no page ${id}.`);
  const access = userOfKey(call.backend, call.key)?.access;
  const granted = access?.pages?.[page._id] ?? access?.customPages?.[page._id];
  if (granted?.read === false) forbidden(`The key may not read the page ${id}.`);
  return page;
}

/** The page's tables that a search goes through: those that are named, or its top table. */
function nodesOf(call: DataCall, page: Page, sent: unknown): OpenTable[] {
  const named = typeof sent === 'string' ? sent.split(',').map((part) => part.trim()) : sent;
  const wanted = sent === undefined || sent === '' ? [page.typeId] : named;
  if (!isStringList(wanted)) {
    return refuseField(
      'idsOfMultipleNodesToSearch',
      'idsOfMultipleNodesToSearch must be a list of table ids.',
    );
  }
  const own = [page.typeId, ...page.levels.map(({ typeId }) => typeId)];
  return wanted.map((id) => {
    const type = tableOf(call.backend, id)?.structure.type;
    if (type === undefined || !own.includes(type)) {
      return refuseField('idsOfMultipleNodesToSearch', `${id} is no table of the page ${page._id}.`);
    }
    return requireTable(call, type, 'read');
  });
}

/** `query` is a filter, or else text that some value of a record contains. */
async function searchIn(table: OpenTable, query: unknown): Promise<DataRecord[]> {
  const records = [...table.records.values()];
  if (typeof query === 'string') {
    const words = query.toLowerCase();
    return records.filter((record) => Object.values(record).some((value) => contains(value, words)));
  }
  return records.filter(await matcherOf(criteriaOf(table.structure, query)));
}

function contains(value: unknown, words: string): boolean {
  return (
    (typeof value === 'string' || typeof value === 'number') && String(value).toLowerCase().includes(words)
  );
}

/** Data reference, Endpoints: what is requested by a page of the project. */
export const PAGE_OPERATIONS: DataOperation[] = [
  {
    name: 'filterPage',
    method: 'GET',
    path: '/filter/:idPage',
    async handle(call) {
      const page = requirePage(call, param(call, 'idPage'));
      const sent = readQueryParameters(call.query);
      const nodes = nodesOf(call, page, sent.idsOfMultipleNodesToSearch);
      const { offset, limit } = readPagination(sent.pagination ?? { limit: sent.limit, page: sent.page });
      const returnCount = readFlag('returnCount', sent.returnCount);
      const found = (await Promise.all(nodes.map((table) => searchIn(table, sent.query ?? '')))).flat();
      return { data: found.slice(offset, offset + limit), ...(returnCount && { count: found.length }) };
    },
  },
  {
    name: 'getColumnValues',
    method: 'POST',
    path: '/filter/:idPage/:type',
    handle(call) {
      const page = requirePage(call, param(call, 'idPage'));
      const { structure, records } = requireTable(call, param(call, 'type'), 'read');
      const types = [page.typeId, ...page.levels.map(({ typeId }) => typeId)];
      if (!types.includes(structure.type)) {
        refuseField('type', `${structure.type} is no table of the page ${page._id}.`);
      }
      const { ids } = requireBody(call.body);
      if (!isStringList(ids) || !ids.every(isText))
        return refuseField('ids', 'ids must be a list of record ids.');
      return { data: ids.flatMap((id) => records.get(id) ?? []) };
    },
  },
];
