import * as z from 'zod/mini';
import { keptEvent } from '../snapshot/kept-event.ts';

/**
 * GET `/events?cursor&limit&project&event&before`: kept events, newest first. `nextCursor` is null on the last page.
 * A cursor is what a page gave, or `s<seq>`: those below that number.
 */
export const eventsPage = z.object({ events: z.array(keptEvent), nextCursor: z.nullable(z.string()) });
export type EventsPage = z.infer<typeof eventsPage>;

/** GET `/events/:seq`: a kept event with its body as it arrived; null when the body can't be read now. */
export const eventDetail = z.object({ event: keptEvent, body: z.unknown() });
export type EventDetail = z.infer<typeof eventDetail>;
