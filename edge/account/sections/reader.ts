import type { ServiceFailure } from '../../../shared/builder-api/failures.ts';
import type { SectionName, SnapshotSections } from '../../../shared/snapshot/snapshot.ts';
import type { InstantMs } from '../../../shared/time.ts';
import type { Ask } from '../../builder-api/ask.ts';

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
  read(ask: Ask, memory: M | null, now: InstantMs, room: ReadRoom): Promise<ReadResult<D, M>>;
}
