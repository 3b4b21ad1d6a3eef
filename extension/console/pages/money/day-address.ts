import { eventsPage } from '../../../../shared/snapshot/kept-event.ts';
import { utcDay } from '../../../../shared/time.ts';
import { useResource } from '../../../reads/resource.ts';
import { viewAddress } from '../../parts/routes.ts';

/** Where what happened until a day is listed; null as far back as the edge has kept nothing. */
export function useDayAddress(): (date: string) => string | null {
  const events = useResource({ path: '/events?limit=1', schema: eventsPage }).state.value;
  const since = (events.kind === 'shown' && events.value.oldestAt) || null;
  return (date) => (since === null || date < utcDay(since) ? null : viewAddress('activity', 'day', date));
}
