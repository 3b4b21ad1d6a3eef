import type { Table } from '../../../../../shared/data-api/records.ts';
import { isRecord } from '../../../../../shared/parse.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { OPERATORS, type Operator } from '../../../grid/row-source.ts';
import { cellText } from '../../../grid/values.ts';
import { unfolded } from './filter.ts';

const isOperator = (name: string): name is Operator => (OPERATORS as readonly string[]).includes(name);

/** A filter of the data backend in words: "Duration is at least 30". What no filter here says is shown as it is. */
export function filterWords(filter: unknown, table: Pick<Table, 'properties'> | null): string {
  const parts = Array.isArray(filter) ? filter : filter == null ? [] : [filter];
  return parts
    .flatMap((part) => (isRecord(part) ? Object.entries(part) : []))
    .flatMap(([name, wanted]) => partWords(name, wanted, table))
    .join(', ');
}

function partWords(name: string, wanted: unknown, table: Pick<Table, 'properties'> | null): string[] {
  if (name === 'or' && Array.isArray(wanted))
    return [wanted.map((one) => filterWords(one, table)).join(` ${t('console.database.or')} `)];
  const label = table?.properties.find((one) => one.name === name)?.label || name;
  const say = (op: Operator, value: unknown) =>
    `${isolated(label)} ${t(`console.database.op.${op}`)} ${isolated(cellText(value) || '–')}`;
  if (!isRecord(wanted))
    return [Array.isArray(wanted) ? `${name}: ${JSON.stringify(wanted)}` : say('eq', wanted)];
  const { options, ...operators } = wanted;
  return Object.entries(operators).map(([op, value]) => {
    const literal = op === 'regex' && options === 'i' ? literalOf(unfolded(String(value))) : null;
    if (literal !== null) return say('contains', literal);
    return isOperator(op) ? say(op, value) : `${name}: ${JSON.stringify(wanted)}`;
  });
}

/** The text that an expression stands for; null where it has more than escaped letters. */
const literalOf = (regex: string): string | null =>
  /[.*+?^${}()|[\]\\]/.test(regex.replace(/\\./g, '')) ? null : regex.replace(/\\(.)/g, '$1');
