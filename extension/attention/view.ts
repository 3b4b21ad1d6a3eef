import type { AttentionItem } from '../../shared/attention/item.ts';
import { type Fate, fateOf, isNews } from '../../shared/attention/news.ts';
import { worstFirst } from '../../shared/attention/open-items.ts';
import type { AttentionNow } from '../../shared/snapshot/attention-schema.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { Forecast } from '../../shared/spending/forecast.ts';
import { balanceForecast } from '../../shared/spending/spending-days.ts';
import type { KeptAttention } from '../storage/account-schema.ts';
import type { NotSentCall } from '../storage/not-sent.ts';
import type { Notice } from '../storage/notices.ts';

/** What needs the user, as the edge decided it and with what only this browser has seen. */
export type AttentionView = {
  /** Open items, worst first; the edge sends a limited number. */
  items: AttentionItem[];
  /** How many are open, with what this browser did not send. */
  open: number;
  /** How many of these were seen and are not among the items. */
  seenBeyond: number;
  /** Ids of items that ended lately. */
  ended: readonly string[];
  /** The newest of those, with when and why. */
  endedItems: AttentionNow['endedTroubles'];
  /** Number of the newest announcement that it knows of. */
  lastAnnouncement: number;
  /** Confirmed calls of this browser that were never made: of these the edge knows nothing. */
  notSent: readonly NotSentCall[];
};

export const NOTHING_OPEN: AttentionView = {
  items: [],
  open: 0,
  seenBeyond: 0,
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
  const { open, seen: seenInAll, ended, endedTroubles, lastAnnouncement } = snapshot.attention;
  const seenHere = snapshot.attention.items.filter((item) => item.seen !== null).length;
  // Kinds are an open set: words of a kind that this version does not know are general ones.
  const items = (snapshot.attention.items as unknown as AttentionItem[]).map((item) => {
    const own = seen[item.id];
    const holds = own !== undefined && item.opening <= own.opening && item.rank <= own.rank;
    return item.seen === null && holds ? { ...item, seen: { at: own.at, by: '' } } : item;
  });
  return {
    items: worstFirst(items),
    open: open + notSent.length,
    seenBeyond: Math.max(0, seenInAll - seenHere),
    ended,
    endedItems: endedTroubles,
    lastAnnouncement,
    notSent,
  };
}

/**
 * Decides by `fateOf`, from what this browser knows, what became of the subject of a notice. It knows nothing
 * of openings that were announced later, nor of what the edge does not send.
 */
export function fateIn(
  { items, ended, endedItems, lastAnnouncement }: AttentionView,
  notice: Pick<Notice, 'noticeId' | 'number' | 'key' | 'about' | 'at'>,
): Fate {
  const { noticeId, number = 0, about } = notice;
  if (number > lastAnnouncement) return 'open';
  const open = items.find(({ id }) => id === noticeId);
  const item = open ? { ...open, resolvedAt: null } : endedItems.find(({ id }) => id === noticeId);
  if (item !== undefined) return fateOf(notice, { items: { [noticeId]: item } });
  return !isNews(about) && ended.includes(noticeId) ? 'gone' : 'open';
}

type Readings = Pick<Snapshot['sections'], 'account' | 'spending'>;

/** When the balance ends by the newest readings of it and of the spending; null where one was never read. */
export function balanceForecastIn({
  account: { data: balance },
  spending: { data: spending, readAt },
}: Readings): Forecast | null {
  if (balance === null || spending === null || readAt === null) return null;
  return balanceForecast(spending.daily, balance.credits, readAt);
}

/**
 * The view with the newest forecast's day in its item: the edge decides only hours apart whether the balance
 * ends soon. For pages, which show the forecast beside it; the background names no day.
 */
export function withForecastIn(view: AttentionView, readings: Readings): AttentionView {
  if (!view.items.some(({ reason }) => reason.kind === 'balance-forecast')) return view;
  const forecast = balanceForecastIn(readings);
  if (forecast?.kind !== 'about') return view;
  const { at, from, to } = forecast;
  return {
    ...view,
    items: view.items.map((item) =>
      item.reason.kind === 'balance-forecast' ? { ...item, reason: { ...item.reason, at, from, to } } : item,
    ),
  };
}
