import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/** A project's own webhook that points at the edge, as GET `/subscriptions/projects` lists it; never a secret, nor its start. */
export const projectHook = z.object({
  projectId: z.string(),
  /** Whether the edge holds its secret. */
  ready: z.boolean(),
  /** When the edge last learned of a new secret; the one before it is good for 24 h more. */
  secretChangedAt: z.nullable(instantMs),
});
export type ProjectHook = z.infer<typeof projectHook>;

export const projectHooks = z.array(projectHook);
