import * as z from 'zod/mini';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { exclusively, sessionItem } from './stored-item.ts';

/** How long a confirmed call can be taken back before it is sent. */
export const UNDO_MS = 5 * SECOND_MS;
/** How long after that it may still be sent. */
const SEND_WITHIN_MS = MINUTE_MS;

/**
 * When a confirmed call is sent, until when it can be taken back. `start` names the start of the browser in
 * which it was confirmed.
 */
export const sendAt = z.object({ at: instantMs, start: z.string() });
export type SendAt = z.infer<typeof sendAt>;

const startItem = sessionItem<string>('browser-start', '');

/** The name of this start of the browser, the same in all its pages and in every background. */
export const browserStart = (): Promise<string> =>
  exclusively('browser-start', async () => {
    const known = await startItem.getValue();
    if (known) return known;
    const start = crypto.randomUUID();
    await startItem.setValue(start);
    return start;
  });

/**
 * What becomes of a call that can be taken back. It is never sent after its time, in a later start of the
 * browser, or with another clock.
 */
export function dueOf(
  { at, start }: SendAt,
  now: InstantMs,
  thisStart: string,
): 'wait' | 'send' | 'too-late' {
  if (start !== thisStart || now >= at + SEND_WITHIN_MS || now < at - UNDO_MS) return 'too-late';
  return now < at ? 'wait' : 'send';
}
