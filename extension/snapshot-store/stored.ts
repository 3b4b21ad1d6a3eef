import { storage } from '@wxt-dev/storage';
import { type AttentionState, emptyAttention } from '../../shared/attention/state.ts';
import type { InstantMs } from '../../shared/durations.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { Failure } from '../edge-client/failure.ts';

/** The last snapshot that came, and when, by this browser's clock. */
export type StoredSnapshot = {
  snapshot: Snapshot;
  etag: string | null;
  receivedAt: InstantMs;
  /** This browser's clock minus the edge's, at that moment. */
  skewMs: number;
};

/** How the last asking went. `failure` keeps the instant at which its kind began. */
export type EdgeHealth = {
  lastOkAt: InstantMs | null;
  failure: (Failure & { since: InstantMs }) | null;
  /** Whether the live socket is open. */
  live: boolean;
};

/** A cap that the user has raised and may put back. */
export type CapChange = {
  itemId: string;
  projectId: string;
  category: string;
  from: number | null;
  to: number | null;
  at: InstantMs;
};

export const snapshotItem = storage.defineItem<StoredSnapshot | null>('local:snapshot', {
  fallback: null,
  version: 1,
});
export const attentionItem = storage.defineItem<AttentionState>('local:attention', {
  fallback: emptyAttention,
  version: 1,
});
export const healthItem = storage.defineItem<EdgeHealth>('local:health', {
  fallback: { lastOkAt: null, failure: null, live: false },
  version: 1,
});
export const capChangesItem = storage.defineItem<CapChange[]>('local:cap-changes', {
  fallback: [],
  version: 1,
});
