import type { AttentionItem } from '../../shared/attention/item.ts';
import { isFailedWork } from '../../shared/attention/news.ts';
import { worstFirst } from '../../shared/attention/open-items.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { KeptAttention } from '../storage/account.ts';
import type { NotSentCall } from '../storage/not-sent.ts';
import type { Notice } from '../storage/notices.ts';

/** What needs the user, as the edge decided it and with what only this browser has seen. */
export type AttentionView = {
  /** Open items, worst first; the edge sends a limited number. */
  items: AttentionItem[];
  /** How many are open, with what this browser did not send. */
  open: number;
  /** Ids of items that ended lately. */
  ended: readonly string[];
  /** The newest of those, with when and why. */
  endedItems: readonly { id: string; resolvedAt: InstantMs; endedBy?: string | undefined }[];
  /** Number of the newest announcement that it knows of. */
  lastAnnouncement: number;
  /** Confirmed calls of this browser that were never made: of these the edge knows nothing. */
  notSent: readonly NotSentCall[];
};

export const NOTHING_OPEN: AttentionView = {
  items: [],
  open: 0,
  ended: [],
  endedItems: [],
  lastAnnouncement: 0,
  notSent: [],
};

/** An item that a viewer has seen asks again once it opens anew or becomes worse. */
export function attentionView(
  snapshot: Pick<Snapshot, 'attention'> | null,
  { seen }: Pick<KeptAttention, 'seen'>,
  notSent: readonly NotSentCall[] = [],
): AttentionView {
  if (snapshot?.attention === undefined) return { ...NOTHING_OPEN, open: notSent.length, notSent };
  const { open, ended, endedTroubles = [], lastAnnouncement } = snapshot.attention;
  // Kinds are an open set: words of a kind that this version does not know are general ones.
  const items = (snapshot.attention.items as unknown as AttentionItem[]).map((item) => {
    const own = seen[item.id];
    const holds = own !== undefined && item.opening <= own.opening && item.rank <= own.rank;
    return item.seen === null && holds ? { ...item, seen: { at: own.at, by: '' } } : item;
  });
  return {
    items: worstFirst(items),
    open: open + notSent.length,
    ended,
    endedItems: endedTroubles,
    lastAnnouncement,
    notSent,
  };
}

/**
 * What became of what a notice is about. Of an opening that was announced later, the view knows nothing; an item that ended before
 * work failed was of an earlier failure.
 */
export function fateOf(
  { items, ended, endedItems, lastAnnouncement }: AttentionView,
  { noticeId, number = 0, about, at }: Pick<Notice, 'noticeId' | 'number' | 'about' | 'at'>,
): { over: boolean; seen: boolean } {
  if (number > lastAnnouncement) return { over: false, seen: false };
  const item = items.find(({ id }) => id === noticeId);
  if (item !== undefined) return { over: false, seen: item.seen !== null };
  const known = endedItems.find(({ id }) => id === noticeId);
  const isOfIt = isFailedWork(about)
    ? known !== undefined && known.resolvedAt >= at
    : ended.includes(noticeId);
  const isSeen = known?.endedBy === 'seen';
  return { over: isOfIt && !isSeen, seen: isOfIt && isSeen };
}
