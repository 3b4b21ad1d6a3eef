import * as z from 'zod/mini';
import { keptEventFields } from './kept-event-fields.ts';

/** Primitive fields of an event's `data` that views need, picked and shortened by the edge; an open map. */
export const eventFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type EventFacts = z.infer<typeof eventFacts>;

/** An event that the edge has verified and kept, without its full body. */
export const keptEvent = z.object({ ...keptEventFields, facts: eventFacts });
export type KeptEvent = z.infer<typeof keptEvent>;

/** The newest kept events, newest first, at most `RECENT_EVENTS_MAX`. */
export const recentEvents = z.object({ lastSeq: z.number(), items: z.array(keptEvent) });
export type RecentEvents = z.infer<typeof recentEvents>;
