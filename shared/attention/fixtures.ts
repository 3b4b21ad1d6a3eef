import type { InstantMs } from '../durations.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { ProjectState } from '../snapshot/project-state.ts';
import { type Section, unreadSection } from '../snapshot/section.ts';
import type { Snapshot, SnapshotSections } from '../snapshot/snapshot.ts';

/** A section that was read well at `readAt`. */
export function readSection<T>(data: T, readAt: InstantMs): Section<T> {
  return { data, readAt, error: null };
}

/** A snapshot at `at` of which only the given sections were read. */
export function snapshotWith(at: InstantMs, sections: Partial<SnapshotSections> = {}): Snapshot {
  return {
    version: String(at),
    at,
    sections: {
      account: unreadSection,
      spending: unreadSection,
      prices: unreadSection,
      atLimit: unreadSection,
      projects: unreadSection,
      deliveries: unreadSection,
      events: readSection({ lastSeq: 0, items: [] }, at),
      subscriptions: unreadSection,
      history: unreadSection,
      ...sections,
    },
    launches: [],
  };
}

/** A kept event; `seq` names it unless an id is given. */
export function keptEventWith(
  event: Partial<KeptEvent> & Pick<KeptEvent, 'seq' | 'event' | 'at'>,
): KeptEvent {
  return {
    id: `evt-${event.seq}`,
    projectId: 'barber-bookings',
    receivedAt: event.at,
    source: 'webhook',
    facts: {},
    ...event,
  };
}

/** A project of which only the times of a run are told; without a start it never ran. */
export function projectWith({
  startedAt = null,
  finishedAt = null,
}: {
  startedAt?: InstantMs | null;
  finishedAt?: InstantMs | null;
}): ProjectState {
  const phase = finishedAt === null ? 'running' : 'finished';
  return {
    projectId: 'recipe-box',
    label: null,
    createdAt: null,
    lastModifiedAt: null,
    engine: 'v2',
    productionUrl: null,
    previewUrl: null,
    deploy: null,
    run:
      startedAt === null
        ? null
        : { phase, status: phase, startedAt, finishedAt, lastMessage: null, creditsSpent: null },
  };
}
