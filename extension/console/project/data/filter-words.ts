import type { Table } from '../../../../shared/data-api/records.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { OPERATORS, type Operator } from '../../grid/row-source.ts';
import { cellText } from '../../grid/values.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOperator = (name: string): name is Operator => (OPERATORS as readonly string[]).includes(name);

/** A filter of the data backend in words: "Duration is at least 30". One from another tool is shown as it is. */
export function filterWords(filter: unknown, table: Pick<Table, 'properties'> | null): string {
  const parts = Array.isArray(filter) ? filter : filter == null ? [] : [filter];
  return parts
    .flatMap((part) => (isObject(part) ? Object.entries(part) : []))
    .flatMap(([name, wanted]) => {
      const label = table?.properties.find((one) => one.name === name)?.label || name;
      const say = (op: Operator, value: unknown) =>
        `${isolated(label)} ${t(`console.database.op.${op}`)} ${isolated(cellText(value) || '–')}`;
      if (!isObject(wanted))
        return Array.isArray(wanted) ? `${name}: ${JSON.stringify(wanted)}` : say('eq', wanted);
      return Object.entries(wanted).flatMap(([op, value]) => {
        if (op === 'options') return [];
        if (op === 'regex') return say('contains', String(value).replace(/\\(.)/g, '$1'));
        return isOperator(op) ? say(op, value) : `${name}: ${JSON.stringify(wanted)}`;
      });
    })
    .join(', ');
}
