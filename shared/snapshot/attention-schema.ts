import * as z from 'zod/mini';
import { instantMs } from '../time-schema.ts';
import { SEVERITIES } from './attention.ts';

/** What an item or announcement is about. Open: unknown kinds, from a newer edge, count all the same. */
const about = z.looseObject({ kind: z.string() });

export const attentionItem = z.object({
  id: z.string(),
  severity: z.enum(SEVERITIES),
  projectId: z.nullable(z.string()),
  reason: about,
  since: instantMs,
  isEarlier: z.optional(z.literal(true)),
  opening: z.number(),
  openedAt: instantMs,
  /** When somebody who may build marked it as seen, and the name of their browser; null = nobody has. */
  seen: z.nullable(z.object({ at: instantMs, by: z.string() })),
  /** The worst that this opening was; a greater number is worse. */
  rank: z.number(),
});

/** What needs the user, as the edge decided it. */
export const attentionNow = z.object({
  /** Open items, worst first, at most `ATTENTION_ITEMS_MAX`. */
  items: z.array(attentionItem),
  /** How many are open. */
  open: z.number(),
  /** How many of these somebody has seen. */
  seen: z.number(),
  /** Ids of the items that ended in the last 7 days and are not open again. */
  ended: z.array(z.string()),
  /** Those of them, as last known, newest first, at most `ENDED_TROUBLES_MAX`. */
  endedTroubles: z.array(
    z.object({
      ...attentionItem.shape,
      resolvedAt: instantMs,
      /** Why it ended that was not resolved. */
      endedBy: z.optional(z.string()),
    }),
  ),
  /** Number of the newest announcement; 0 before the first. */
  lastAnnouncement: z.number(),
});
export type AttentionNow = z.infer<typeof attentionNow>;

const announcement = z.object({
  number: z.number(),
  /** Differs per opening. */
  key: z.string(),
  /** The same for every opening of one item. */
  noticeId: z.string(),
  severity: z.enum(SEVERITIES),
  projectId: z.nullable(z.string()),
  /** The project's display name when it was announced. */
  label: z.nullable(z.string()),
  about,
  at: instantMs,
  isEarlier: z.optional(z.literal(true)),
  /** Its item was resolved. */
  over: z.boolean(),
  /** It ended otherwise, or has opened again since. */
  gone: z.optional(z.literal(true)),
  seen: z.boolean(),
  /** It follows a change that the browser which asks made itself. */
  own: z.optional(z.literal(true)),
});

/**
 * GET `/announcements?since=<number>`: those above that number, oldest first. `next`: what to ask for next;
 * the page is the last one if it is the newest number. `gap`: some are not kept any more.
 */
export const announcementsPage = z.object({
  items: z.array(announcement),
  next: z.number(),
  gap: z.boolean(),
});
export type AnnouncementsPage = z.infer<typeof announcementsPage>;
