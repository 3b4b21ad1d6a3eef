import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

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
});
export type Outlook = z.infer<typeof outlook>;

/** Projects whose caps are followed: those that a snapshot tells of. */
export const OUTLOOK_PROJECTS_MAX = 20;
