import { eventsPage, type KeptEvent, type RecentEvents } from '../../shared/snapshot/kept-event.ts';
import type { Section } from '../../shared/snapshot/section.ts';
import { RECENT_EVENTS_MAX } from '../../shared/snapshot/snapshot.ts';
import { type EdgeDependencies, requestEdge } from '../edge-client/edge-client.ts';

const PAGE = 100;
/** More than 30 days of a busy account, which is as long as the edge keeps events. */
const PAGES_MAX = 60;

/**
 * The snapshot's newest events and, after a long absence, all those before them that were not reduced yet: some limits are
 * told by nothing else. With an error when the edge does not tell them now: they are then left for the next look, except at
 * the first, which goes on with the newest.
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

/** Whether events were missed that a snapshot has no room for. */
export const hasGap = ({ data }: Section<RecentEvents>, lastSeq: number | null): boolean =>
  data !== null && data.items.length >= RECENT_EVENTS_MAX && isMissing(data.items, lastSeq);

/** Events are numbered without gaps, newest first. */
function isMissing(items: readonly KeptEvent[], lastSeq: number | null): boolean {
  return (items.at(-1)?.seq ?? 0) > (lastSeq ?? 0) + 1;
}

/** Whether live events follow on what was reduced; after a gap that could not be read they wait for it. */
export function followOn(events: readonly KeptEvent[], lastSeq: number | null): boolean {
  return lastSeq === 0 || (lastSeq !== null && (events[0]?.seq ?? 0) <= lastSeq + 1);
}
