import type { AttentionItem } from '../../../shared/attention/item.ts';
import { isTrouble } from '../../../shared/attention/kinds.ts';
import type { AttentionNow } from '../../../shared/snapshot/attention.ts';
import type { InstantMs } from '../../../shared/time.ts';

/** Deliveries or alerts that do not arrive, or did not: from when to when. `endedAt` null: not over. */
export type Trouble = { item: AttentionItem; endedAt: InstantMs | null };

/** What no event tells of, as the edge has decided it: what is open, and what ended lately. */
export function troublesOf(attention: AttentionNow | undefined): Trouble[] {
  const { items = [], endedTroubles = [] } = attention ?? {};
  const all = [
    ...items.map((item) => ({ item, endedAt: null })),
    ...endedTroubles.map(({ resolvedAt, ...item }) => ({ item, endedAt: resolvedAt })),
  ].filter(({ item }) => isTrouble(item.reason.kind));
  // Kinds are an open set; these are known ones.
  return all as unknown as Trouble[];
}
