import { isText } from '../../http/values.ts';
import type { DataOperation } from '../http/operation.ts';
import { refuseField } from '../http/problem.ts';
import { listRecords, readFlag, readListQuery, requireBody } from '../query/list-query.ts';
import { nodesOf, recordsByConditions } from './nested-filter.ts';
import { checkNode, nestedRecords } from './nested-query.ts';
import { readNested } from './node.ts';

/** Gaps page: nested data, and records by conditions on other tables. */
export const NESTED_OPERATIONS: DataOperation[] = [
  {
    name: 'queryNested',
    method: 'POST',
    path: '/crud/nested',
    async handle(call) {
      const { nestedQuery, options } = requireBody(call.body);
      const top = readNested(call, 'nestedQuery', nestedQuery);
      checkNode(top);
      const returnCount = readFlag('options.returnCount', requireBody(options).returnCount);
      const { page, count } = await nestedRecords(call, top, returnCount);
      return { data: page, ...(count !== undefined && { count }) };
    },
  },
  {
    name: 'filterNested',
    method: 'POST',
    path: '/filter/nested-filter',
    async handle(call) {
      const { nestedFilter, tableNameToGetResults, filterOptions } = requireBody(call.body);
      const top = readNested(call, 'nestedFilter', nestedFilter);
      if (!isText(tableNameToGetResults)) {
        return refuseField(
          'tableNameToGetResults',
          'tableNameToGetResults must name a table of nestedFilter.',
        );
      }
      const wanted = nodesOf(top).find(
        ({ name, table }) => name === tableNameToGetResults || table.structure.type === tableNameToGetResults,
      );
      if (wanted === undefined) {
        return refuseField('tableNameToGetResults', `nestedFilter holds no table ${tableNameToGetResults}.`);
      }
      const options = { ...requireBody(filterOptions), filter: undefined };
      const query = readListQuery(wanted.table.structure, options);
      const { page, count } = await listRecords(await recordsByConditions(call, top, wanted), query);
      return { data: page, ...(count !== undefined && { count }) };
    },
  },
];
