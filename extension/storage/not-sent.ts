import * as z from 'zod/mini';
import { instantMs } from '../../shared/time-schema.ts';
import { keptList } from './stored-item.ts';

/** A confirmed call that uses credits and was never made, or refused, until somebody has seen that. */
export const notSentCall = z.object({
  key: z.string(),
  /** Name of the operation; `launch` of a launch. */
  operation: z.string(),
  /** The requested one of a launch. */
  projectId: z.string(),
  /** Why, as a code of a refusal. */
  code: z.nullable(z.string()),
  /** What kind of failure it is, and the message of the service or the edge; absent where this browser decided it. */
  kind: z.optional(z.string()),
  message: z.optional(z.nullable(z.string())),
  at: instantMs,
});
export type NotSentCall = z.infer<typeof notSentCall>;

export const notSentItem = keptList('not-sent', notSentCall, ({ key }) => key, 20);

/** Whether the service or the edge refused it; otherwise it was never sent. */
export const isRefused = ({ kind, code }: NotSentCall): boolean =>
  kind !== undefined && code !== 'EDGE_ABANDONED';
