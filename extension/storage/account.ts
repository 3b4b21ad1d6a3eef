import { isRecord } from '../../shared/parse.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { HOUR_MS, type InstantMs } from '../../shared/time.ts';
import type { CapChange, EdgeHealth, KeptAttention } from './account-schema.ts';
import { alike, isAlike, only } from './outline.ts';
import { asReadAt, type ReadTimes } from './read-times.ts';
import { keptList, localItem, sessionItem } from './stored-item.ts';

/** The last snapshot received, and when, by this browser's clock. */
export type StoredSnapshot = {
  snapshot: Snapshot;
  etag: string | null;
  receivedAt: InstantMs;
  /** This browser's clock minus the edge's, at that moment. */
  skewMs: number;
};

/** How long a raised cap can be reverted in place. */
export const UNDO_FOR_MS = HOUR_MS / 4;

export const NO_ATTENTION: KeptAttention = { cursor: null, names: {}, numbers: {}, seen: {} };

/** All of a snapshot was parsed as it came: its outline tells whether it is one. */
const isSnapshot = (value: unknown): value is StoredSnapshot =>
  isRecord(value) &&
  isRecord(value.snapshot) &&
  isRecord(value.snapshot.sections) &&
  Object.values(value.snapshot.sections).every(isRecord);

export const snapshotItem = localItem<StoredSnapshot | null>('snapshot', null, only(isSnapshot));
export const attentionItem = localItem<KeptAttention>('attention', NO_ATTENTION, alike(NO_ATTENTION));
const NEVER_ASKED: EdgeHealth = { lastOkAt: null, failure: null, live: false };
export const healthItem = localItem<EdgeHealth>('health', NEVER_ASKED, alike(NEVER_ASKED));

/** The last reading that found the stored snapshot, of version `of`, unchanged. */
export type LastRead = Omit<StoredSnapshot, 'snapshot'> & ReadTimes & { of: string };

/**
 * How old everything is while nothing else changes: in memory only, because a quiet day would write it every
 * minute. Once the browser was closed, what is stored is as old as when it was written.
 */
export const lastReadItem = sessionItem<LastRead | null>('last-read', null);
export const lastOkAtItem = sessionItem<InstantMs | null>('last-ok-at', null);

export async function readSnapshot(): Promise<StoredSnapshot | null> {
  return asLastRead(...(await Promise.all([snapshotItem.getValue(), lastReadItem.getValue()])));
}

export function asLastRead(stored: StoredSnapshot | null, lastRead: LastRead | null): StoredSnapshot | null {
  if (stored === null || lastRead?.of !== stored.snapshot.version) return stored;
  const { etag, receivedAt, skewMs } = lastRead;
  return { etag, receivedAt, skewMs, snapshot: asReadAt(stored.snapshot, lastRead) };
}

/** The outcome of the last request to the edge. */
export async function readHealth(): Promise<EdgeHealth> {
  return asLastOk(...(await Promise.all([healthItem.getValue(), lastOkAtItem.getValue()])));
}

export const asLastOk = (health: EdgeHealth, lastOkAt: InstantMs | null): EdgeHealth => ({
  ...health,
  lastOkAt: lastOkAt ?? health.lastOkAt,
});

const isCapChange = (value: unknown): value is CapChange =>
  isAlike(value, { itemId: '', projectId: '', from: null, to: null, at: 0 });
export const capChangesItem = keptList('cap-changes', only(isCapChange), ({ itemId }) => itemId, 5);

/** Whether any app has a data key, as this browser last read it. */
export const hasDataKeyItem = localItem<boolean>('has-data-key', false);
