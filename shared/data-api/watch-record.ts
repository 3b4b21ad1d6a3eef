import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/** How many of the new records are listed. */
export const NEWEST_TOLD = 3;

/** One new record, newest first; `value` of the property that the user chose, null = none was, or it holds no text or number. */
export const watchNews = z.object({
  recordId: z.string(),
  at: z.nullable(instantMs),
  value: z.nullable(z.string()),
});

/** One row of GET `/watches`. */
export const watchRecord = z.object({
  id: z.string(),
  kind: z.enum(['records', 'count']),
  projectId: z.string(),
  table: z.string(),
  filter: z.unknown(),
  /** Missing from an edge that knew no labels, as are `within` and `lookedAt`. */
  label: z.nullish(z.string()),
  within: z.nullish(z.literal('day')),
  property: z.nullable(z.string()),
  createdAt: instantMs,
  /** How many new records there were since the watch began: a browser announces those beyond what it has announced. */
  news: z.number(),
  /** The last of them, at most `NEWEST_TOLD`. */
  newest: z.array(watchNews),
  /** Of a `count`; null until it was read. */
  count: z.nullable(z.number()),
  /** When the data backend was last read; null = not yet. */
  lookedAt: z.nullish(instantMs),
  problem: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type WatchRecord = z.infer<typeof watchRecord>;
