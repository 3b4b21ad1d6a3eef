import type { Condition } from '../../grid/row-source.ts';

/** Conditions in the data backend's form. */
export const filterOf = (where: readonly Condition[]): Record<string, unknown>[] => where.map(conditionOf);

/** A condition in the data backend's grammar (data reference, Filter query syntax). */
function conditionOf({ column, op, value }: Condition): Record<string, unknown> {
  if (op === 'eq') return { [column]: value };
  if (op !== 'contains') return { [column]: { [op]: value } };
  const literal = String(value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return { [column]: { regex: literal, options: 'i' } };
}
