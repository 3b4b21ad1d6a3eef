import { eventsPage, type KeptEvent, type RecentEvents } from '../../shared/snapshot/kept-event.ts';
import type { Section } from '../../shared/snapshot/section.ts';
import { RECENT_EVENTS_MAX } from '../../shared/snapshot/snapshot.ts';
import { type EdgeDependencies, requestEdge } from '../edge-client/edge-client.ts';

const PAGE = 100;
/** More than 30 days of a busy account, which is how long the edge keeps events. */
const PAGES_MAX = 60;

/**
 * The snapshot's newest events and, after a long absence, all earlier ones that were not reduced yet, because some
 * limits are reported by events only. With an error when the edge can't return them: they then wait for the next
 * refresh, except at the first, which continues with the newest.
 */
export async function eventsSince(
  dependencies: EdgeDependencies,
  edge: string,
  token: string,
  section: Section<RecentEvents>,
  lastSeq: number | null,
): Promise<Section<RecentEvents>> {
  if (!section.data || section.data.items.length < RECENT_EVENTS_MAX) return section;
  const items = [...section.data.items];
  let cursor: string | null = `s${items.at(-1)?.seq}`;
  for (let page = 0; page < PAGES_MAX && cursor !== null && isMissing(items, lastSeq); page++) {
    const path: string = `/events?limit=${PAGE}&cursor=${encodeURIComponent(cursor)}`;
    const response = await requestEdge(dependencies, edge, { method: 'GET', path, token }, eventsPage);
    if (!response.ok)
      return lastSeq === null
        ? section
        : { ...section, error: { code: 'unreachable', since: section.readAt ?? 0 } };
    const { events, nextCursor } = response.value;
    items.push(...events);
    cursor = nextCursor;
  }
  return { ...section, data: { ...section.data, items } };
}

/** Whether events were missed that the snapshot does not contain. */
export const hasGap = ({ data }: Section<RecentEvents>, lastSeq: number | null): boolean =>
  data !== null && data.items.length >= RECENT_EVENTS_MAX && isMissing(data.items, lastSeq);

/** Events are numbered without gaps, newest first. */
function isMissing(items: readonly KeptEvent[], lastSeq: number | null): boolean {
  return (items.at(-1)?.seq ?? 0) > (lastSeq ?? 0) + 1;
}

/** Whether live events continue what was reduced; after a gap they wait until it is read. */
export function followOn(events: readonly KeptEvent[], lastSeq: number | null): boolean {
  return lastSeq === 0 || (lastSeq !== null && (events[0]?.seq ?? 0) <= lastSeq + 1);
}
