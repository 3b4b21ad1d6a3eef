import * as z from 'zod/mini';
import { cap } from '../builder-api/open.ts';
import { checkedBy } from '../request-schema.ts';
import { instantMs } from '../time.ts';
import { capCategory, monthlyCap, standingCap } from './caps.ts';

export const PLAN_CAPS_MAX = 1_000;

const id = z
  .string('must be the id of a project')
  .check(checkedBy((text) => (/^[A-Za-z0-9_-]{1,128}$/.test(text) ? null : 'must be the id of a project')));

/**
 * PUT `/plans`: the caps of next month, stored until the reset; replaces a waiting plan. `from` is what the owner saw
 * when it was made: a cap that differs by then is left alone. Owners only.
 */
export const planRequest = z.strictObject({
  /** `2026-12`: the month after this one, UTC. */
  month: z
    .string('must be a month')
    .check(checkedBy((text) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? null : 'must be a month'))),
  caps: z
    .array(
      z.strictObject({
        projectId: id,
        category: capCategory,
        from: standingCap,
        to: monthlyCap,
      }),
    )
    .check(
      checkedBy((caps) =>
        caps.length >= 1 && caps.length <= PLAN_CAPS_MAX ? null : `must be 1 to ${PLAN_CAPS_MAX} caps`,
      ),
      checkedBy((caps) =>
        new Set(caps.map(({ projectId, category }) => `${projectId} ${category}`)).size === caps.length
          ? null
          : 'must name each cap once',
      ),
    ),
});
export type PlanRequest = z.infer<typeof planRequest>;

/**
 * `left-alone`: the cap was another than `from` (when set) or `to` (when undone). `unchanged`: nothing was done, because an
 * earlier one was refused.
 */
export const planCapState = z.enum(['waiting', 'set', 'left-alone', 'refused', 'unchanged', 'undone']);

/**
 * GET `/plans`: the plan, or null. After the reset its caps are set one by one, each compared first, until one is
 * refused. DELETE cancels a waiting plan, and deletes one that is over; POST `/plans/undo` undoes what it has set,
 * unless somebody changed it since.
 */
export const plan = z.object({
  month: z.string(),
  /** First instant of the month; the caps are set shortly after it, once the service has reset its usage. */
  appliesAt: instantMs,
  state: z.enum(['waiting', 'applying', 'applied', 'stopped', 'undoing', 'undone']),
  setAt: instantMs,
  setBy: z.nullable(z.string()),
  problem: z.nullable(z.object({ code: z.string(), message: z.string(), since: instantMs })),
  caps: z.array(
    z.object({
      projectId: z.string(),
      category: capCategory,
      from: cap,
      to: cap,
      state: planCapState,
      /** The cap that was found where it was left alone; null = none. */
      found: z.optional(cap),
    }),
  ),
});
export type Plan = z.infer<typeof plan>;

export const planResponse = z.object({ plan: z.nullable(plan) });
