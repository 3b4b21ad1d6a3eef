import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/** Where the balance is heading. `crossing`: at this pace it is used up within weeks; `healthy`: it is not. */
const balanceOutlook = z.object({
  state: z.enum(['crossing', 'healthy']),
  readAt: instantMs,
  /** Beginnings of UTC days; null when healthy. `to` null: possibly not in the weeks ahead. */
  at: z.nullable(instantMs),
  from: z.nullable(instantMs),
  to: z.nullable(instantMs),
  /** The balance that it was told of. */
  credits: z.number(),
});
export type BalanceOutlook = z.infer<typeof balanceOutlook>;

/**
 * Where the monthly caps of projects that are worked on are heading. `crossing`: at this pace the cap is reached before its reset, about
 * `at`, between `from` and `to` (null = perhaps not before the reset). `healthy`: it is not, or there is no cap. What nobody can
 * tell is left out.
 */
export const outlook = z.object({
  readAt: instantMs,
  caps: z.array(
    z.object({
      projectId: z.string(),
      category: z.enum(['development', 'infrastructure']),
      state: z.enum(['crossing', 'healthy']),
      readAt: instantMs,
      /** Beginnings of UTC days; null when healthy. */
      at: z.nullable(instantMs),
      from: z.nullable(instantMs),
      to: z.nullable(instantMs),
      cap: z.nullable(z.number()),
      used: z.number(),
      resetsAt: instantMs,
    }),
  ),
  /** Absent where nothing can be told, and from older edges. */
  balance: z.optional(balanceOutlook),
});
export type Outlook = z.infer<typeof outlook>;

/** Projects whose caps are followed: those that a snapshot tells of. */
export const OUTLOOK_PROJECTS_MAX = 20;
