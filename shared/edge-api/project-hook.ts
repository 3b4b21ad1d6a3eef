import * as z from 'zod/mini';
import { instantMs } from '../time-schema.ts';

/** A project's own webhook to the edge, in GET `/subscriptions/projects`; never its secret or part of it. */
export const projectHook = z.object({
  projectId: z.string(),
  ready: z.boolean(),
  /** When the edge last received a new secret; the previous one is valid for 24 h more. */
  secretChangedAt: z.nullable(instantMs),
});
export type ProjectHook = z.infer<typeof projectHook>;

export const projectHooks = z.array(projectHook);
