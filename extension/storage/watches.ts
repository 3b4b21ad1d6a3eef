import * as z from 'zod/mini';
import { instantMs } from '../../shared/time.ts';
import { localItem } from './stored-item.ts';

/** A count pinned to its project; contains nothing of a record. */
export const pinnedCount = z.object({
  id: z.string(),
  projectId: z.string(),
  label: z.string(),
  /** Null: not read yet, or not readable. */
  count: z.nullable(z.number()),
});
export type PinnedCount = z.infer<typeof pinnedCount>;

/** This browser's data about the account's watches. */
export const storedWatches = z.object({
  /** `watches` of the snapshot for which they were read; null: not read yet. */
  version: z.nullable(z.number()),
  /** When this browser first read them, by the edge's clock: earlier news are not announced. */
  since: instantMs,
  /** By watch: how many of its new records were announced here. A replaced watch has another `createdAt`. */
  told: z.record(z.string(), z.object({ createdAt: instantMs, news: z.number() })),
  counts: z.array(pinnedCount),
});
export type StoredWatches = z.infer<typeof storedWatches>;

export const watchesItem = localItem<StoredWatches | null>('watches', null);
