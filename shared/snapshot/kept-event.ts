import * as z from 'zod/mini';
import { instantMs } from '../time-schema.ts';

/** Primitive fields of an event's `data` that views need, selected and shortened by the edge; an open map. */
export const eventFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type EventFacts = z.infer<typeof eventFacts>;

/** An event that the edge has verified and kept, without its full body. */
export const keptEvent = z.object({
  /** Grows by one per kept event; the cursor of `/events` and `/live`. */
  seq: z.number(),
  /** The service's event id: the same over all retries. */
  id: z.string(),
  /** Event name; an open set, unknown names are kept and shown as they are. */
  event: z.string(),
  projectId: z.nullable(z.string()),
  /** When it happened, by the service's clock. */
  at: instantMs,
  receivedAt: instantMs,
  /**
   * `reconciled`: found by polling; its delivery never reached the edge. `edge`: the edge's own, of guards,
   * plans and changed settings, or of ends that it read.
   */
  source: z.enum(['webhook', 'reconciled', 'edge']),
  /** `project`: signed with the secret of the project's webhook, known to its app. Absent: the account's. */
  signer: z.optional(z.literal('project')),
  /** Number of the run or deployment that it is about; absent where that is not known. */
  work: z.optional(z.number()),
  /** Key of the paid call that began that, unless it began several. */
  call: z.optional(z.string()),
  /** Key of the opening of the need that it reports; absent where it reports none. */
  need: z.optional(z.string()),
  facts: eventFacts,
});
export type KeptEvent = z.infer<typeof keptEvent>;

/** The newest kept events, newest first, at most `RECENT_EVENTS_MAX`. */
export const recentEvents = z.object({ lastSeq: z.number(), items: z.array(keptEvent) });
export type RecentEvents = z.infer<typeof recentEvents>;

/**
 * GET `/events?cursor&limit&project&event`: kept events, newest first. `nextCursor` is null on the last page.
 * A cursor comes from a page, or is `s<seq>` for events below that number. `oldestAt`: when the oldest of all
 * was kept; null where there is none.
 */
export const eventsPage = z.object({
  events: z.array(keptEvent),
  nextCursor: z.nullable(z.string()),
  oldestAt: z.nullable(instantMs),
});
export type EventsPage = z.infer<typeof eventsPage>;

/** GET `/events/:seq`: a kept event with its body as received; null when the body can't be read now. */
export const eventDetail = z.object({ event: keptEvent, body: z.unknown() });
export type EventDetail = z.infer<typeof eventDetail>;
