import * as z from 'zod/mini';
import { isRecord } from '../../shared/parse.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { HOUR_MS, type InstantMs } from '../../shared/time.ts';
import { instantMs } from '../../shared/time-schema.ts';
import { API_ERROR_KINDS } from '../edge-client/api-error.ts';
import { asReadAt, type ReadTimes } from './read-times.ts';
import { fitting, localItem, sessionItem } from './stored-item.ts';

/** The last snapshot received, and when, by this browser's clock. */
export type StoredSnapshot = {
  snapshot: Snapshot;
  etag: string | null;
  receivedAt: InstantMs;
  /** This browser's clock minus the edge's, at that moment. */
  skewMs: number;
};

/** Outcome of the last request to the edge. `failure` keeps the instant at which its kind began. */
export const edgeHealth = z.object({
  lastOkAt: z.nullable(instantMs),
  failure: z.nullable(
    z.object({
      kind: z.enum(API_ERROR_KINDS),
      code: z.nullable(z.string()),
      message: z.nullable(z.string()),
      since: instantMs,
    }),
  ),
  /** The edge's version in its last response; absent before that. */
  edgeApi: z.optional(z.number()),
  /** Whether the live socket is open. */
  live: z.boolean(),
});
export type EdgeHealth = z.infer<typeof edgeHealth>;

/** How long a raised cap can be reverted in place. */
export const UNDO_FOR_MS = HOUR_MS / 4;

const amount = z.nullable(z.number());
const changed = { itemId: z.string(), projectId: z.string(), from: amount, to: amount, at: instantMs };
/** A cap or a feature's budget that the user has raised and may revert. */
export const capChange = z.union([
  z.object({ ...changed, category: z.enum(['development', 'infrastructure']) }),
  z.object({ ...changed, feature: z.string(), field: z.enum(['monthlyCreditCap', 'monthlyUnitCap']) }),
]);
export type CapChange = z.infer<typeof capChange>;

/** What this browser itself remembers of what needs the user: everything else is in the snapshot. */
export const keptAttention = z.object({
  /** Number of the newest announcement that was taken over; null before the first snapshot. */
  cursor: z.nullable(z.number()),
  /** Display names by project, as last read. */
  names: z.record(z.string(), z.string()),
  /** Number of each project while names are hidden. */
  numbers: z.record(z.string(), z.number()),
  /** Items that a viewer has seen, and how bad they were; those who may build share that through the edge. */
  seen: z.record(z.string(), z.object({ at: instantMs, opening: z.number(), rank: z.number() })),
});
export type KeptAttention = z.infer<typeof keptAttention>;

export const NO_ATTENTION: KeptAttention = { cursor: null, names: {}, numbers: {}, seen: {} };

/** All of a snapshot was parsed as it came: its outline tells whether it is one. */
const isSnapshot = (value: unknown): value is StoredSnapshot =>
  isRecord(value) &&
  isRecord(value.snapshot) &&
  isRecord(value.snapshot.sections) &&
  Object.values(value.snapshot.sections).every(isRecord);

export const snapshotItem = localItem<StoredSnapshot | null>('snapshot', null, (value) =>
  isSnapshot(value) ? value : null,
);
export const attentionItem = localItem<KeptAttention>('attention', NO_ATTENTION, fitting(keptAttention));
export const healthItem = localItem<EdgeHealth>(
  'health',
  { lastOkAt: null, failure: null, live: false },
  fitting(edgeHealth),
);

/** The last reading that found the stored snapshot, of version `of`, unchanged. */
export type LastRead = Omit<StoredSnapshot, 'snapshot'> & ReadTimes & { of: string };

/**
 * How old everything is, as long as nothing else changes: in memory only, because a quiet day would write it every minute.
 * Once the browser was closed, what is stored is as old as when it was written.
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

export const capChangesItem = localItem<CapChange[]>('cap-changes', [], fitting(z.array(capChange)));

/** Whether any app has a data key, as this browser last read it. */
export const hasDataKeyItem = localItem<boolean>('has-data-key', false);
