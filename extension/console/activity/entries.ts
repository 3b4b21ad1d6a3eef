import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import type { SubscriptionHealth } from '../../../shared/snapshot/webhook-health.ts';
import type { InstantMs } from '../../../shared/time.ts';
import type { Notice } from '../../storage/notices.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';

export type Rejection = SubscriptionHealth['rejections'][number];

/** One activity entry. `at`: by the edge's clock, or by this browser's for its own actions. */
export type ActivityEntry =
  /** `notice`: its notification. */
  | { kind: 'event'; at: InstantMs; event: KeptEvent; notice: Notice | null }
  /** A paid call of this browser. */
  | { kind: 'own'; at: InstantMs; call: StoredPaidCall }
  /** A notification without a kept event. */
  | { kind: 'notice'; at: InstantMs; notice: Notice }
  /** Deliveries that the edge rejected for one reason, in the last day. */
  | { kind: 'refused'; at: InstantMs; rejection: Rejection };

/** Filters of the list: one kind of entry, or one event of the service. */
export const ENTRY_KINDS = ['own', 'notice', 'refused'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
export const entryKindOf = (filter: string): EntryKind | null =>
  ENTRY_KINDS.find((kind) => kind === filter) ?? null;

export type ActivitySources = {
  events: readonly KeptEvent[];
  /** Whether there are older events to read. */
  hasMore: boolean;
  calls: readonly StoredPaidCall[];
  notices: readonly Notice[];
  rejections: readonly Rejection[];
};

/**
 * All entries in one list, newest first. A notification about an event is part of the event's entry. While there are
 * older events to read, nothing older than the oldest one is listed, so that later pages only append.
 * @param projectId empty: of all projects @param filter empty, a kind of entry, or the name of an event
 */
export function activityEntries(
  { events, hasMore, calls, notices, rejections }: ActivitySources,
  projectId: string,
  filter: string,
): ActivityEntry[] {
  const kind = entryKindOf(filter);
  const isOfProject = (id: string | null) => projectId === '' || id === projectId;
  const noticeByEvent = new Map(notices.map((notice) => [`${notice.projectId} ${notice.at}`, notice]));
  const isOfEvent = new Set(events.map(({ projectId: id, at }) => `${id} ${at}`));
  const wants = (one: EntryKind) => kind === one || filter === '';
  const entries: ActivityEntry[] = [
    ...(kind === null
      ? events.map((event) => ({
          kind: 'event' as const,
          at: event.at,
          event,
          notice: noticeByEvent.get(`${event.projectId} ${event.at}`) ?? null,
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
