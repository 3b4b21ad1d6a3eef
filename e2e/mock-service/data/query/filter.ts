import { isRecord } from '../../http/values.ts';
import { refuseField } from '../http/problem.ts';
import type { TableStructure } from '../structure/table-structure.ts';
import { type FieldKind, fieldKindOf } from './field.ts';
import { readInstant } from './instant.ts';
import { regexOf } from './regex.ts';
import { brief } from './values.ts';

/** A condition in the language of MongoDB, made only of operators that are known here. */
export type Criteria = Record<string, unknown>;

const COMPARISONS = { gt: '$gt', gte: '$gte', lt: '$lt', lte: '$lte' } as const;
const OPERATORS = [...Object.keys(COMPARISONS), 'ne', 'regex', 'options'];

/**
 * Translates the filter grammar (data reference, Filter query syntax; gaps page, filter operators): a list of
 * conditions that all hold, each a map of fields to values or operators; under `or` a list of alternatives.
 * 400 names the field that can't be asked for so.
 */
export function criteriaOf(structure: TableStructure, filter: unknown): Criteria {
  if (filter === undefined || filter === null || filter === '') return {};
  if (Array.isArray(filter)) {
    const all = filter.map((condition) => conditionOf(structure, condition));
    return all.length === 0 ? {} : { $and: all };
  }
  return conditionOf(structure, filter);
}

function conditionOf(structure: TableStructure, condition: unknown): Criteria {
  if (!isRecord(condition)) {
    refuseField('filter', `filter must be a list of conditions, not ${brief(condition)}.`);
  }
  const parts = Object.entries(condition).map(([name, wanted]) =>
    name === 'or' ? alternativesOf(structure, wanted) : fieldCriteria(structure, name, wanted),
  );
  return parts.length === 1 ? (parts[0] ?? {}) : parts.length === 0 ? {} : { $and: parts };
}

function alternativesOf(structure: TableStructure, alternatives: unknown): Criteria {
  if (!Array.isArray(alternatives) || alternatives.length === 0) {
    return refuseField('or', 'or must be a list of alternative conditions.');
  }
  return { $or: alternatives.map((one) => criteriaOf(structure, one)) };
}

function fieldCriteria(structure: TableStructure, name: string, wanted: unknown): Criteria {
  const kind = fieldKindOf(structure, name);
  if (kind === undefined) refuseField(name, `${structure.type} has no property ${name}.`);
  if (kind === 'link') {
    refuseField(name, `${name} holds references to several records: use /filter/nested-filter.`);
  }
  if (kind === 'file') return fileCriteria(name, wanted);
  if (!isRecord(wanted)) return { [name]: { $eq: readOperand(kind, name, wanted) } };
  return { [name]: operatorsOf(kind, name, wanted) };
}

function operatorsOf(kind: FieldKind, name: string, wanted: Record<string, unknown>): Criteria {
  const criteria: Criteria = {};
  for (const [operator, operand] of Object.entries(wanted)) {
    if (isComparison(operator)) {
      if (kind !== 'date' && kind !== 'number') {
        refuseField(name, `${operator} works on dates and numbers only; ${name} is neither.`);
      }
      if (operand === null) refuseField(name, `${operator} of ${name} needs a value.`);
      criteria[COMPARISONS[operator]] = readOperand(kind, name, operand);
    } else if (operator === 'ne') {
      criteria.$ne = readOperand(kind, name, operand);
    } else if (operator === 'regex') {
      if (kind !== 'text') refuseField(name, `regex works on text only; ${name} is none.`);
      criteria.$regex = regexOf(name, operand, wanted.options);
    } else if (operator !== 'options' || wanted.regex === undefined) {
      refuseField(name, `${operator} of ${name} is no operator; there are ${OPERATORS.join(', ')}.`);
    }
  }
  if (Object.keys(criteria).length === 0) refuseField(name, `${name} has no condition.`);
  return criteria;
}

function isComparison(operator: string): operator is keyof typeof COMPARISONS {
  return Object.hasOwn(COMPARISONS, operator);
}

function readOperand(kind: FieldKind, name: string, operand: unknown): unknown {
  if (operand === null) return null;
  switch (kind) {
    case 'number': {
      // In brackets of a query string everything is text.
      const number = typeof operand === 'string' && operand.trim() !== '' ? Number(operand) : operand;
      if (typeof number !== 'number' || !Number.isFinite(number)) {
        return refuseField(name, `${name} is a number; ${brief(operand)} is none.`);
      }
      return number;
    }
    case 'boolean':
      if (operand === 'true' || operand === 'false') return operand === 'true';
      if (typeof operand !== 'boolean') refuseField(name, `${name} is true or false, not ${brief(operand)}.`);
      return operand;
    case 'date':
      return (
        readInstant(operand) ?? refuseField(name, `${name} is an ISO 8601 date; ${brief(operand)} is none.`)
      );
    case 'text':
    case 'file':
    case 'link':
      if (typeof operand !== 'string') refuseField(name, `${name} is text; ${brief(operand)} is none.`);
      return operand;
  }
}

/** A file is requested by its file name id, alone or as `{ name }`. */
function fileCriteria(name: string, wanted: unknown): Criteria {
  if (wanted === null) return { [name]: null };
  const clause = isRecord(wanted) && Object.keys(wanted).length === 1 ? wanted : { name: wanted };
  if ('ne' in clause) {
    return clause.ne === null
      ? { [name]: { $ne: null } }
      : { [`${name}.name`]: { $ne: readOperand('file', name, clause.ne) } };
  }
  return { [`${name}.name`]: readOperand('file', name, 'name' in clause ? clause.name : wanted) };
}
