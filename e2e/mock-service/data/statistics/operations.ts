import { isRecord, isText } from '../../http/values.ts';
import type { DataRecord } from '../backend/backend.ts';
import { dataStateOf } from '../backend/data-state.ts';
import { requireTable } from '../backend/require-table.ts';
import type { DataOperation } from '../http/operation.ts';
import { refuseField } from '../http/problem.ts';
import { fieldKindOf } from '../query/field.ts';
import { criteriaOf } from '../query/filter.ts';
import { matcherOf, requireBody } from '../query/list-query.ts';

/** Gaps page, statistics: how many records match, or the sum of a number of theirs. */
export const STATISTICS_OPERATIONS: DataOperation[] = [
  {
    name: 'getStatistic',
    method: 'POST',
    path: '/statistics/get-statistic',
    async handle(call) {
      const { query, options } = requireBody(call.body);
      if (!isRecord(options))
        return refuseField('options', 'options must be { statisticType, tableName, propertyName }.');
      const { statisticType, tableName, propertyName } = options;
      if (dataStateOf(call.world).settings.strict && (query === undefined || !isText(propertyName))) {
        return refuseField('query', 'query and options.propertyName must be given.');
      }
      if (statisticType !== 'quantity' && statisticType !== 'add') {
        return refuseField('options.statisticType', 'options.statisticType must be quantity or add.');
      }
      if (!isText(tableName)) return refuseField('options.tableName', 'options.tableName must name a table.');
      const { structure, records } = requireTable(call, tableName, 'read');
      const filter = isRecord(query) && 'filter' in query ? query.filter : query;
      const matches = await matcherOf(criteriaOf(structure, filter));
      const found: DataRecord[] = [...records.values()].filter(matches);
      if (statisticType === 'quantity') return { data: found.length };
      if (!isText(propertyName) || fieldKindOf(structure, propertyName) !== 'number') {
        return refuseField('options.propertyName', 'options.propertyName must name a number to add up.');
      }
      return {
        data: found.reduce(
          (sum, { [propertyName]: value }) => sum + (typeof value === 'number' ? value : 0),
          0,
        ),
      };
    },
  },
];
