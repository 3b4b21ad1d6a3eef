import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import type { SubscriptionHealth } from '../../../shared/snapshot/subscription-health.ts';
import type { InstantMs } from '../../../shared/time.ts';
import type { Notice } from '../../storage/notices.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';

export type Rejection = SubscriptionHealth['rejections'][number];

/** One line of the activity. `at`: when it happened, by the edge's clock, or this browser's for what it did itself. */
export type ActivityEntry =
  /** `notice`: what the user was told of it. */
  | { kind: 'event'; at: InstantMs; event: KeptEvent; notice: Notice | null }
  /** A call that this browser paid for. */
  | { kind: 'own'; at: InstantMs; call: StoredPaidCall }
  /** What the user was told and no kept event tells. */
  | { kind: 'notice'; at: InstantMs; notice: Notice }
  /** Deliveries that the edge refused for one reason, in the last day. */
  | { kind: 'refused'; at: InstantMs; rejection: Rejection };

/** What the list is narrowed to: everything, one kind of line, or one event of the service. */
export const ENTRY_KINDS = ['own', 'notice', 'refused'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
export const entryKindOf = (filter: string): EntryKind | null =>
  ENTRY_KINDS.find((kind) => kind === filter) ?? null;

export type ActivitySources = {
  events: readonly KeptEvent[];
  /** Whether older events are still to be read. */
  hasMore: boolean;
  calls: readonly StoredPaidCall[];
  notices: readonly Notice[];
  rejections: readonly Rejection[];
};

/**
 * All of it in one list, newest first. A notice about an event stands with the event. While older events are still to be read,
 * nothing older than the oldest one that was is listed, so that nothing appears above what was read already.
 * @param projectId empty: of all projects @param filter empty, a kind of line, or the name of an event
 */
export function activityEntries(
  { events, hasMore, calls, notices, rejections }: ActivitySources,
  projectId: string,
  filter: string,
): ActivityEntry[] {
  const kind = entryKindOf(filter);
  const isOfProject = (id: string | null) => projectId === '' || id === projectId;
  const told = new Map(notices.map((notice) => [`${notice.projectId} ${notice.at}`, notice]));
  const isOfEvent = new Set(events.map(({ projectId: id, at }) => `${id} ${at}`));
  const wants = (one: EntryKind) => kind === one || filter === '';
  const entries: ActivityEntry[] = [
    ...(kind === null
      ? events.map((event) => ({
          kind: 'event' as const,
          at: event.at,
          event,
          notice: told.get(`${event.projectId} ${event.at}`) ?? null,
        }))
      : []),
    ...(wants('own')
      ? calls
          .filter(({ about }) => isOfProject(about.projectId))
          .map((call) => ({ kind: 'own' as const, at: call.confirmedAt, call }))
      : []),
    ...(wants('notice')
      ? notices
          .filter(
            (notice) =>
              isOfProject(notice.projectId) &&
              (kind === 'notice' || !isOfEvent.has(`${notice.projectId} ${notice.at}`)),
          )
          .map((notice) => ({ kind: 'notice' as const, at: notice.at, notice }))
      : []),
    ...(wants('refused') && projectId === ''
      ? rejections.map((rejection) => ({ kind: 'refused' as const, at: rejection.lastAt, rejection }))
      : []),
  ];
  const from = hasMore && kind === null ? (events.at(-1)?.at ?? 0) : 0;
  return entries.filter(({ at }) => at >= from).toSorted((one, other) => other.at - one.at);
}
