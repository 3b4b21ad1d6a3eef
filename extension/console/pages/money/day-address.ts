import { eventsPage } from '../../../../shared/snapshot/kept-event.ts';
import { utcDay } from '../../../../shared/time.ts';
import { useResource } from '../../../reads/resource.ts';
import { activityAddress } from '../../kit/activity-address.ts';

/** Where what happened on a day is listed; null as far back as the edge has kept nothing, and of no day. */
export function useDayAddress(day: string | null): string | null {
  const events = useResource(day === null ? null : { path: '/events?limit=1', schema: eventsPage }).state
    .value;
  const since = (events.kind === 'shown' && events.value.oldestAt) || null;
  return day === null || since === null || day < utcDay(since) ? null : activityAddress({ from: day, day });
}
