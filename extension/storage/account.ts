import { type AttentionState, emptyAttention } from '../../shared/attention/state.ts';
import { HOUR_MS, type InstantMs } from '../../shared/durations.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { localItem } from './stored-item.ts';

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
  failure: (ApiError & { since: InstantMs }) | null;
  /** Whether the live socket is open. */
  live: boolean;
};

/** A cap can be put back in place for this long. */
export const UNDO_FOR_MS = HOUR_MS / 4;

/** A cap, or the budget of a feature, that the user has raised and may put back. */
export type CapChange = {
  itemId: string;
  projectId: string;
  from: number | null;
  to: number | null;
  at: InstantMs;
} & (
  | { category: 'development' | 'infrastructure' }
  | { feature: string; field: 'monthlyCreditCap' | 'monthlyUnitCap' }
);

export const snapshotItem = localItem<StoredSnapshot | null>('snapshot', null);
export const attentionItem = localItem<AttentionState>('attention', emptyAttention);
export const healthItem = localItem<EdgeHealth>('health', { lastOkAt: null, failure: null, live: false });
export const capChangesItem = localItem<CapChange[]>('cap-changes', []);
