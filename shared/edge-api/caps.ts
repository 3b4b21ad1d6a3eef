import * as z from 'zod/mini';
import { isFeature } from '../builder-api/limits.ts';
import { CREDITS_MAX } from '../credits.ts';
import { checkedBy } from '../request-schema.ts';

// @__NO_SIDE_EFFECTS__
const capUpTo = (max: number) =>
  z.nullable(
    z
      .number('must be a number of credits, or null')
      .check(
        checkedBy((value) =>
          value > 0 && value <= max ? null : `must be above 0 and at most ${max}, or null`,
        ),
      ),
  );
/** A monthly cap at the service, where others may have set it: a positive number of credits; null: none. */
export const standingCap = capUpTo(Number.MAX_SAFE_INTEGER);
/** One to set. */
export const monthlyCap = capUpTo(CREDITS_MAX);

export const capCategory = z.enum(['development', 'infrastructure'], 'must be a kind of cap');

const ownCap = z.strictObject({ category: capCategory, expected: standingCap, to: monthlyCap });
export type CapRequest = z.infer<typeof ownCap>;

/** A budget: a non-negative integer, or null to remove it (service reference, Feature limits). */
export const budget = z.nullable(
  z
    .number('INVALID_LIMIT')
    .check(z.refine((units) => Number.isSafeInteger(units) && units >= 0, 'INVALID_LIMIT')),
);
/** In credits, or in the feature's unit. */
const budgetField = z.enum(['monthlyCreditCap', 'monthlyUnitCap'], 'must be a kind of budget');

const featureBudget = z
  .strictObject({
    category: z.literal('feature'),
    feature: z.string('UNKNOWN_FEATURE').check(z.refine(isFeature, 'UNKNOWN_FEATURE')),
    field: budgetField,
    ...{ expected: z.nullable(z.number('must be a number, or null')), to: budget },
  })
  // All features together have no unit.
  .check(
    z.refine(
      ({ feature, field, to }) => feature !== 'all' || field === 'monthlyCreditCap' || to === null,
      'INVALID_LIMIT',
    ),
  );
export type BudgetRequest = z.infer<typeof featureBudget>;

/**
 * PUT `/caps/:projectId`, owners only: sets one of the owner's caps, or a feature's budget, if it still is
 * `expected`; otherwise 409 `EDGE_CAP_CHANGED` with what stands there in `errorDetails` (`capFound`). A
 * guard's temporary value is not the owner's: `expected` is compared with the owner's, and a cap set while it
 * is overridden replaces the override. One that is `to` already counts as set.
 */
export const capRequest = z.discriminatedUnion('category', [ownCap, featureBudget], 'must be a kind of cap');

/** An owner's browser changed a cap. `facts`: `category`, `from`, `to` (null: none), `by` (its name). */
export const CAP_EVENT = 'edge.cap';

/** The owner's cap, or the budget, as it is now. */
export interface CapResponse {
  cap: number | null;
}
