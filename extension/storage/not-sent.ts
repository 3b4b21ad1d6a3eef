import * as z from 'zod/mini';
import { parse, parseEach } from '../../shared/parse.ts';
import { instantMs } from '../../shared/time.ts';
import { exclusively, localItem } from './stored-item.ts';

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

const KEPT_MAX = 20;

/** Newest first. */
export const notSentItem = localItem<NotSentCall[]>('not-sent', [], (value) => parseEach(notSentCall, value));

const storedItem = localItem<unknown>('not-sent', []);

/** Changes the calls that this version can read; others stay as they are. @throws where all of it has another shape */
const change = (to: (calls: NotSentCall[]) => NotSentCall[]): Promise<void> =>
  exclusively('not-sent', async () => {
    const stored = await storedItem.getValue();
    if (!Array.isArray(stored)) throw new Error('Calls that were not sent were stored by another version.');
    const unread = stored.filter((one) => parse(notSentCall, one) === null);
    await storedItem.setValue([...to(parseEach(notSentCall, stored)), ...unread]);
  });

/** Repeatable. */
export const noteNotSent = (call: NotSentCall): Promise<void> =>
  change((calls) => [call, ...calls.filter(({ key }) => key !== call.key)].slice(0, KEPT_MAX));

export const removeNotSent = (key: string): Promise<void> =>
  change((calls) => calls.filter((one) => one.key !== key));

/** Whether the service or the edge refused it; otherwise it was never sent. */
export const isRefused = ({ kind, code }: NotSentCall): boolean =>
  kind !== undefined && code !== 'EDGE_ABANDONED';
