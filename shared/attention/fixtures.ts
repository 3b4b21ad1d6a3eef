import type { KeptEvent } from '../snapshot/kept-event.ts';
import { projectFixture, runFixture, unreadSections } from '../snapshot/project-fixture.ts';
import type { AtLimitProject, ProjectState } from '../snapshot/project-state.ts';
import type { Section } from '../snapshot/section.ts';
import type { Snapshot, SnapshotSections } from '../snapshot/snapshot.ts';
import type { DeliveryFailureGroup } from '../snapshot/webhook-health.ts';
import type { InstantMs } from '../time.ts';

/** A section that was read successfully at `readAt`. */
export function readSection<T>(data: T, readAt: InstantMs): Section<T> {
  return { data, readAt, error: null };
}

/** A snapshot at `at` with only the given sections read. */
export function snapshotWith(at: InstantMs, sections: Partial<SnapshotSections> = {}): Snapshot {
  return {
    ledger: { ledgerId: 'ledger-1', epoch: 1 },
    version: String(at),
    at,
    sections: {
      ...unreadSections,
      events: readSection({ lastSeq: 0, items: [] }, at),
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

/** A project with only the times of a run; without a start it never ran. */
export function projectWith({
  startedAt = null,
  finishedAt = null,
}: {
  startedAt?: InstantMs | null;
  finishedAt?: InstantMs | null;
}): ProjectState {
  const phase = finishedAt === null ? 'running' : 'finished';
  const run = startedAt === null ? null : runFixture({ phase, status: phase, startedAt, finishedAt });
  return projectFixture({ projectId: 'recipe-box', run });
}

/** A subscription with one delivery that failed with HTTP 500 at `at`. */
export function failingGroup(
  at: InstantMs,
  changes: Partial<DeliveryFailureGroup> = {},
): DeliveryFailureGroup {
  return {
    webhookId: 'w1',
    event: 'deployment.finished',
    host: 'shop.example',
    ours: false,
    httpStatus: 500,
    error: null,
    count: 1,
    firstAt: at,
    lastAt: at,
    lastProjectId: null,
    givenUp: false,
    ...changes,
  };
}

/** A project at its development cap of 5,000 credits. */
export function projectAtCap(projectId: string): AtLimitProject {
  return {
    projectId,
    label: null,
    caps: { development: 5000, infrastructure: null },
    used: null,
    atLimit: { development: true, infrastructure: false },
  };
}
