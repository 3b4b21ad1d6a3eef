import { type Announcement, announceNews } from '../../shared/attention/news.ts';
import type { WatchRecord } from '../../shared/data-api/watch-record.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { PinnedCount, StoredWatches } from '../storage/account.ts';

const COUNTS_MAX = 200;

export type WatchNews = {
  watches: StoredWatches;
  announcements: Announcement[];
  /** By the key of an announcement: values of its newest records, of the property that the user chose. Never stored. */
  values: Map<string, string[]>;
};

/**
 * Announcements of the watches: for each, the new records beyond the number announced last, as one notification.
 * Records from before this browser first read the watches are not announced.
 * @param version of the snapshot that reported it
 * @param at when, by the edge's clock
 */
export function watchNews(
  records: readonly WatchRecord[],
  known: StoredWatches | null,
  version: number,
  at: InstantMs,
): WatchNews {
  const since = known?.since ?? at;
  const announced: StoredWatches['told'] = {};
  const announcements: Announcement[] = [];
  const values: WatchNews['values'] = new Map();
  for (const record of records) {
    const { id, kind, projectId, table, createdAt, news, newest } = record;
    if (kind === 'count') continue;
    announced[id] = { createdAt, news };
    const count = news - announcedBefore(record, known, since);
    if (count <= 0) continue;
    const key = `new-records:${id}:${createdAt}:${news}`;
    const about = { kind: 'new-records', table, label: record.label ?? table, count } as const;
    const notice = announceNews(about, projectId, newest[0]?.at ?? at, key);
    // Two watches of one project have separate notifications.
    announcements.push({ ...notice, noticeId: `new-records:${id}` });
    values.set(
      key,
      newest.slice(0, count).flatMap(({ value }) => value ?? []),
    );
  }
  const counts = records.filter(({ kind }) => kind === 'count').slice(0, COUNTS_MAX);
  return { watches: { version, since, told: announced, counts: counts.map(pinned) }, announcements, values };
}

function announcedBefore(
  { id, createdAt, news }: WatchRecord,
  known: StoredWatches | null,
  since: InstantMs,
) {
  const before = known?.told[id];
  if (before?.createdAt === createdAt) return before.news;
  return createdAt >= since ? 0 : news;
}

const pinned = ({ id, projectId, table, label, count, problem }: WatchRecord): PinnedCount => ({
  id,
  projectId,
  label: label ?? table,
  count: problem === null ? count : null,
});

const KEPT_MAX = 50;
const kept = new Map<string, readonly string[]>();

/**
 * Values of new records that the user chose to see, by the key of their notification. In memory only, until the
 * background ends: nothing of a record is stored, and a notification shown later has only their number.
 */
export function keepRecordValues(values: ReadonlyMap<string, readonly string[]>): void {
  for (const [key, texts] of values) kept.set(key, texts);
  for (const key of [...kept.keys()].slice(0, -KEPT_MAX)) kept.delete(key);
}

export const recordValues = (key: string): readonly string[] => kept.get(key) ?? [];
