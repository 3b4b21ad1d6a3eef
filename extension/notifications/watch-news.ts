import type { WatchRecord } from '../../shared/data-api/watch-record.ts';
import type { PinnedCount } from '../storage/account.ts';

const COUNTS_MAX = 200;

export const pinnedCounts = (records: readonly WatchRecord[]): PinnedCount[] =>
  records
    .filter(({ kind }) => kind === 'count')
    .slice(0, COUNTS_MAX)
    .map(({ id, projectId, table, label, count, problem }) => ({
      id,
      projectId,
      label: label ?? table,
      count: problem === null ? count : null,
    }));

const KEPT_MAX = 50;
const kept = new Map<string, readonly string[]>();

/**
 * Remembers values of new records that the user chose to see, by the key of their announcement. In memory only, until
 * the background ends: nothing of a record is stored, and a notification shown later has only their number.
 */
export function keepRecordValues(records: readonly WatchRecord[]): void {
  for (const { id, createdAt, news, newest } of records)
    kept.set(
      `new-records:${id}:${createdAt}:${news}`,
      newest.flatMap(({ value }) => value ?? []),
    );
  for (const key of [...kept.keys()].slice(0, -KEPT_MAX)) kept.delete(key);
}

/** Values of at most so many records. */
export const recordValues = (key: string, count: number): readonly string[] =>
  kept.get(key)?.slice(0, count) ?? [];
