import type { ServiceFailure } from '../../../shared/builder-api/failures.ts';
import type { SectionName, SnapshotSections } from '../../../shared/snapshot/snapshot.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { CallService } from '../../builder-api/client.ts';

/** The sections that are read from the service; the object fills the others itself. */
export type ReadSectionName = Exclude<SectionName, 'events' | 'subscriptions' | 'history'>;

export type SectionData<N extends SectionName> = NonNullable<SnapshotSections[N]['data']>;

/** Result of a read. `partly`: the data is valid, but a part of it could not be read. */
export type ReadResult<D, M> =
  | { ok: true; data: D; memory: M; partly: ServiceFailure | null }
  | { ok: false; failure: ServiceFailure };

/** Limits of one read and facts known beforehand. */
export interface ReadRoom {
  /** Calls for details of projects, so that a run stays within what the free plan allows at once. */
  detailCalls: number;
  /** Quiet projects to read in rotation. */
  rotate: number;
  /** Recently changed projects are not read again within this time. */
  rotateAfterMs: number;
  /** The balance as just read; null when it was not. */
  credits: number | null;
}

/** How one section is read. `memory` is its private state between reads. */
export interface SectionReader<D, M> {
  paceMs(memory: M | null): number;
  read(call: CallService, memory: M | null, now: InstantMs, room: ReadRoom): Promise<ReadResult<D, M>>;
}

/** Minimum interval, even for a section that is stale or requested fresh. */
export const STALE_GAP_MS = SECOND_MS;
export const FRESH_GAP_MS = 3 * SECOND_MS;
const FAILING_MAX_MS = 5 * MINUTE_MS;

export interface DueQuestion {
  triedAt: InstantMs | null;
  waitUntil: InstantMs;
  failures: number;
  paceMs: number;
  markedAt: InstantMs | null;
  fresh: boolean;
  now: InstantMs;
}

/**
 * Whether a section is to be read now. A failing one is retried with backoff, up to five minutes apart or its own
 * pace if that is longer; a wait that the service requested takes precedence.
 */
export function isDue({ triedAt, waitUntil, failures, paceMs, markedAt, fresh, now }: DueQuestion): boolean {
  if (now < waitUntil) return false;
  if (triedAt === null) return true;
  const age = now - triedAt;
  if (age < 0) return true;
  if (markedAt !== null && age >= STALE_GAP_MS) return true;
  if (fresh && age >= FRESH_GAP_MS) return true;
  if (failures === 0) return age >= paceMs;
  return age >= Math.max(paceMs, Math.min(FAILING_MAX_MS, paceMs * 2 ** (failures - 1)));
}
