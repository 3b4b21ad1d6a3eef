import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

const caps = z.object({ development: z.nullable(z.number()), infrastructure: z.nullable(z.number()) });

/** A project at one or both of its monthly credit caps (service reference, Credit limits). All numbers are credits. */
export const atLimitProject = z.object({
  projectId: z.string(),
  label: z.nullable(z.string()),
  caps,
  /** null when the service could not read it just now. */
  used: z.nullable(z.object({ development: z.number(), infrastructure: z.number() })),
  atLimit: z.object({ development: z.boolean(), infrastructure: z.boolean() }),
});
export type AtLimitProject = z.infer<typeof atLimitProject>;

/** At most `AT_LIMIT_MAX` projects; `total` counts all of them. `canEdit`: the account's owner may raise a cap. */
export const atLimit = z.object({
  total: z.number(),
  projects: z.array(atLimitProject),
  resetsAt: z.nullable(instantMs),
  canEdit: z.boolean(),
});
