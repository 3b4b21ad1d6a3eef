import * as z from 'zod/mini';
import { checkedBy } from '../request-schema.ts';
import { isAskable } from '../withheld.ts';
import { filter, pagination, sort } from './conditions.ts';

/** Most tables of one question, each below the one before. */
export const NESTED_TABLES_MAX = 6;

const askable = z
  .string('must be a text')
  .check(z.refine(isAskable, 'must be a property that is not withheld'));

const namesTables = checkedBy((node: object) =>
  Object.keys(node).every(isAskable) ? null : 'names something that is no table, or is withheld',
);

/**
 * Maps one table to its part of the question (data reference, nested-properties query; gaps page, nested
 * data), with what is below it under its own name.
 * @param tableFilter what is asked of each table
 */
function nested<T extends z.ZodMiniType>(tableFilter: T): z.ZodMiniType {
  const own = { tableFilter: z.optional(tableFilter), propertyName: z.optional(askable) };
  let node: z.ZodMiniType = z.strictObject(own);
  for (let below = 1; below < NESTED_TABLES_MAX; below++)
    node = z.catchall(z.object(own), node).check(namesTables);
  return z
    .record(askable, node, 'must be a map with one table at its top')
    .check(z.describe('{ table: { tableFilter, propertyName, and the table below it by its name } }'));
}

/** Of records with the referenced ones inside: each table has a filter, an order and a page of its own. */
export const nestedQuery = nested(
  z.strictObject({ filter: z.optional(filter), sort: z.optional(sort), pagination: z.optional(pagination) }),
);

/** Of the records of one table: each table has conditions, and all of them hold. */
export const nestedFilter = nested(filter);
