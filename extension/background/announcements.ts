import type { Announcement } from '../../shared/attention/news.ts';
import { type AnnouncementsPage, announcementsPage } from '../../shared/snapshot/attention-schema.ts';
import { type EdgeDependencies, requestEdge } from '../edge-client/edge-client.ts';
import type { Arrived } from '../notifications/queue.ts';

/** What a browser gets of an announcement. */
export type Announced = AnnouncementsPage['items'][number];

/** More than the edge keeps. */
const PAGES_MAX = 20;

/**
 * Fetches all that was announced above the cursor, and the new cursor. What the edge dropped is missing.
 * @param newest number of the newest announcement
 * @returns null when fetching failed; the next alarm tries again
 */
export async function announcedSince(
  dependencies: EdgeDependencies,
  edge: string,
  token: string,
  cursor: number,
  newest: number,
): Promise<{ items: Announced[]; cursor: number } | null> {
  const items: Announced[] = [];
  let since = cursor;
  for (let page = 0; page < PAGES_MAX && since !== newest; page++) {
    const path = `/announcements?since=${since}`;
    const response = await requestEdge(dependencies, edge, { method: 'GET', path, token }, announcementsPage);
    if (!response.ok) return null;
    items.push(...response.value.items);
    if (response.value.next === since) break;
    since = response.value.next;
  }
  return { items, cursor: since };
}

/** An announcement to be stored, settled where the edge already knows that it has nothing to say here. */
export function arrivedOf({ label: _label, over, gone, seen, own, ...rest }: Announced): Arrived {
  // Kinds are an open set: words of a kind that this version does not know are general ones.
  const announcement = rest as unknown as Announcement;
  const why = over ? 'over' : gone ? 'gone' : seen ? 'seen' : own ? 'own' : null;
  return why === null ? announcement : { ...announcement, settled: { is: 'held', why } };
}
