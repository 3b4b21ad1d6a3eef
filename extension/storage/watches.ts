import * as z from 'zod/mini';
import { instantMs } from '../../shared/time.ts';
import { localItem } from './stored-item.ts';

/** A count that is pinned beside its project; nothing of a record is in it. */
export const pinnedCount = z.object({
  id: z.string(),
  projectId: z.string(),
  label: z.string(),
  /** Null: not read yet, or not to be read. */
  count: z.nullable(z.number()),
});
export type PinnedCount = z.infer<typeof pinnedCount>;

/** What this browser knows of the account's watches. */
export const storedWatches = z.object({
  /** `watches` of the snapshot for which they were read; null: they were not read yet. */
  version: z.nullable(z.number()),
  /** When this browser first read them, by the edge's clock: what was new before is not told. */
  since: instantMs,
  /** By watch: how many of its new records were told here. A watch that was put anew was made at another instant. */
  told: z.record(z.string(), z.object({ createdAt: instantMs, news: z.number() })),
  counts: z.array(pinnedCount),
});
export type StoredWatches = z.infer<typeof storedWatches>;

export const watchesItem = localItem<StoredWatches | null>('watches', null);
