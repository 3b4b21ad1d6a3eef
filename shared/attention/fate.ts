import type { KeptItem } from './item.ts';
import { type Announcement, isFailedWork, isNews, openingKey } from './news.ts';

/** What became of what was announced: `over` was resolved; `gone` ended otherwise, or has opened again since. */
export type Fate = 'open' | 'seen' | 'over' | 'gone';

/** What is known of the items, open and ended, by id. */
type Items = Readonly<
  Record<string, Pick<KeptItem, 'opening' | 'seen' | 'resolvedAt'> & { endedBy?: string | undefined }>
>;

/** The only place that decides whether something may be told as over. News stays as it is, but of work that failed. */
export function fateOf(
  { noticeId, key, about, at }: Pick<Announcement, 'noticeId' | 'key' | 'about' | 'at'>,
  { items }: { items: Items },
): Fate {
  const item = items[noticeId];
  if (isNews(about)) {
    if (!isFailedWork(about) || item === undefined) return 'open';
    // What ended before it failed was an earlier failure.
    if (item.resolvedAt !== null && item.resolvedAt < at) return 'open';
  } else if (item === undefined || key !== openingKey(noticeId, item.opening)) return 'gone';
  if (item.resolvedAt === null) return item.seen === null ? 'open' : 'seen';
  if (item.endedBy === undefined) return 'over';
  return item.endedBy === 'seen' ? 'seen' : 'gone';
}
