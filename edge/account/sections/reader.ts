import type { ServiceFailure } from '../../../shared/builder-api/failures.ts';
import type { SectionName, SnapshotSections } from '../../../shared/snapshot/snapshot.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { CallService } from '../../builder-api/client.ts';

/** The sections that are read from the service; the others are told by the object itself. */
export type ReadSectionName = Exclude<SectionName, 'events' | 'subscriptions' | 'history'>;

export type SectionData<N extends SectionName> = NonNullable<SnapshotSections[N]['data']>;

/** What a read brought. `partly`: the data is good as far as it goes, but something of it could not be read. */
export type ReadResult<D, M> =
  | { ok: true; data: D; memory: M; partly: ServiceFailure | null }
  | { ok: false; failure: ServiceFailure };

/** How much one read may ask, and what it is told beforehand. */
export interface ReadRoom {
  /** Calls for the details of projects: a bound that keeps a run within what a free account may make at once. */
  detailCalls: number;
  /** Quiet projects that are looked at in turn. */
  rotate: number;
  /** What was looked at less long ago is not, of projects that were changed lately. */
  rotateAfterMs: number;
  /** The balance as read just before; null when it was not. */
  credits: number | null;
}

/** How one section is read: its pace, and from what. `memory` is what it keeps to itself between reads. */
export interface SectionReader<D, M> {
  paceMs(memory: M | null): number;
  read(call: CallService, memory: M | null, now: InstantMs, room: ReadRoom): Promise<ReadResult<D, M>>;
}

/** Even what was marked stale, or is wanted fresh, is not asked for more often than this. */
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
 * Whether a section is to be read now. A failing one is asked less and less often, up to five minutes apart or its own
 * pace if that is longer; the service's own wish to be left alone goes before everything.
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
