import * as z from 'zod/mini';
import type { Row } from '../../../shared/builder-api/database.ts';
import { isNumberAsText } from '../../../shared/exact-numbers.ts';
import { parse } from '../../../shared/parse.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import type { NameOf } from './grid.tsx';
import {
  ANY_COLUMN,
  type Column,
  type Comparison,
  type Condition,
  isWithoutValue,
  OPERATORS,
  type Operator,
  type RowSource,
} from './row-source.ts';
import {
  controlOf,
  fieldText,
  flagText,
  instantOf,
  isBoolean,
  type PropertyControl,
  parseField,
  shownText,
} from './values.ts';

const draft = z.object({ column: z.string(), op: z.enum(OPERATORS), text: z.string(), options: z.string() });
/** A comparison while it is written; `text`: its value as a field has it, of a reference its id. */
export type ComparisonDraft = z.infer<typeof draft>;

/** Comparisons of a stored form; what can't be read is none. */
export const readDrafts = (stored: string): ComparisonDraft[] => {
  try {
    return parse(z.array(draft), JSON.parse(stored)) ?? [];
  } catch {
    return [];
  }
};

const EQUALITY: readonly Operator[] = ['eq', 'ne', 'empty', 'filled'];
const ON_TEXT: readonly Operator[] = [...EQUALITY, 'contains', 'regex'];
const ON_ORDER: readonly Operator[] = [...EQUALITY, 'gt', 'gte', 'lt', 'lte'];

/** Operators that fit a column's type (gaps page, filter operators); all where the type is unknown. */
function fitting(column: Column | undefined): readonly Operator[] {
  if (column?.choices) return EQUALITY;
  switch (column?.control?.kind) {
    case undefined:
      return isBoolean(column?.type) ? EQUALITY : OPERATORS;
    case 'number':
    case 'date':
      return ON_ORDER;
    case 'text':
    case 'long-text':
    case 'json':
      return ON_TEXT;
    case 'boolean':
    case 'options':
    case 'binary':
    case 'file':
      return EQUALITY;
  }
}

export const columnOf = (source: Pick<RowSource, 'columns'>, name: string): Column | undefined =>
  source.columns.find((one) => one.name === name);

export const operatorsOf = (source: Pick<RowSource, 'columns' | 'operators'>, name: string): Operator[] =>
  source.operators.filter((op) => fitting(columnOf(source, name)).includes(op));

/** A comparison with another column, which keeps its operator where that fits. */
export function withColumn(
  source: Pick<RowSource, 'columns' | 'operators'>,
  column: string,
  op: Operator,
): ComparisonDraft {
  const operators = operatorsOf(source, column);
  const known = columnOf(source, column);
  // Of two values, the one that is mostly looked for; none would be applied as an empty one.
  const text = known?.control?.kind === 'boolean' || isBoolean(known?.type) ? 'true' : '';
  return { column, op: operators.includes(op) ? op : (operators[0] ?? 'eq'), text, options: '' };
}

/** One of the values of a column that were read. */
export const someOf = (name: string, sample: readonly Row[]): unknown =>
  sample.map((row) => row[name]).find((value) => value !== null && value !== undefined);

/** How a value to compare with is entered: by the column, else by one of its values. */
export function controlIn(
  column: Column | undefined,
  name: string,
  sample: readonly Row[],
  op: Operator,
): PropertyControl {
  const some = someOf(name, sample);
  // To be equal takes the seconds and their parts too, which the field of a date lacks.
  if (!column?.control && instantOf(some) !== null && !EQUALITY.includes(op))
    return { kind: 'date', withHour: true };
  return column?.control ?? controlOf(some, column?.type ?? null);
}

/** Null: what is typed is no value, or no expression. */
export function comparisonOf(
  { column, op, text, options }: ComparisonDraft,
  known: Column | undefined,
  control: PropertyControl,
): Comparison | null {
  if (isWithoutValue(op)) return { column, op, value: null };
  if (op === 'contains') return { column, op, value: text };
  if (op === 'regex') {
    const isExpression = text !== '' && compiles(text);
    return isExpression ? { column, op, value: text, ...(options && { options }) } : null;
  }
  const parsed = known?.choices ? { value: text === '' ? null : text } : parseField(text, control);
  // A query compares with what a number holds.
  if (control.kind === 'number' && isNumberAsText(parsed?.value)) return null;
  return parsed && { column, op, value: parsed.value };
}

function compiles(expression: string): boolean {
  try {
    return new RegExp(expression) instanceof RegExp;
  } catch {
    return false;
  }
}

/** The form of a comparison that was set. */
export const draftOf = (
  { column, op, value, options = '' }: Comparison,
  known: Column | undefined,
  control: PropertyControl,
): ComparisonDraft => ({
  ...{ column, op, options },
  text:
    known?.choices || op === 'contains' || op === 'regex' ? String(value ?? '') : fieldText(value, control),
});

/** "Duration is at least 30, or Price is 5". */
export function conditionWords(
  { or = [], ...first }: Condition,
  source: Pick<RowSource, 'columns'>,
  nameOf: NameOf = () => null,
): string {
  return [first, ...or]
    .map(({ column, op, value }) => {
      const known = columnOf(source, column);
      const name = column === ANY_COLUMN ? t('console.rows.anyColumn') : (known?.label ?? column);
      const text =
        nameOf(column, value) ?? flagText(value, known?.type) ?? shownText(value, known?.control ?? null);
      const compared = isWithoutValue(op) ? '' : ` ${isolated(text || '–')}`;
      return `${isolated(name)} ${t(`console.database.op.${op}`)}${compared}`;
    })
    .join(` ${t('console.database.or')} `);
}
