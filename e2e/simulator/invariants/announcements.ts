import type { BrowserActor } from '../actors/browser-actor.ts';
import type { World } from '../world.ts';

interface Announced {
  readonly number: number;
  readonly key: string;
}

interface Item {
  readonly id: string;
  readonly opening: number;
  readonly openedAt: number;
  readonly resolvedAt: number | null;
  readonly reason: { readonly kind: string };
}

/** Kinds whose openings are announced as news: the end of a run or a deployment. */
const TOLD_AS_NEWS = new Set(['run-failed', 'deploy-failed']);

const rowsOf = <T>({ edge }: World, query: string): T[] =>
  edge.object.sql
    .exec<{ json: string }>(query)
    .toArray()
    .map(({ json }) => JSON.parse(json) as T);

const announcementsOf = (world: World): Announced[] =>
  rowsOf(world, 'SELECT json FROM announcements ORDER BY number');
const itemsOf = (world: World): Item[] => rowsOf(world, 'SELECT item AS json FROM attention_items');

/** Each opening is announced once, under numbers without a gap; none that is still open is missing. */
export function eachOpeningAnnouncedOnce(world: World): string[] {
  const problems: string[] = [];
  const announced = announcementsOf(world);
  const keys = new Set<string>();
  for (const [index, { key, number }] of announced.entries()) {
    if (keys.has(key)) problems.push(`${key} was announced twice`);
    keys.add(key);
    const before = announced[index - 1]?.number ?? number - 1;
    if (number !== before + 1) problems.push(`announcement ${number} follows ${before}`);
  }
  const [{ since = 0 } = {}] = rowsOf<{ since?: number }>(world, 'SELECT state AS json FROM attention_state');
  for (const { id, opening, openedAt, resolvedAt, reason } of itemsOf(world)) {
    if (resolvedAt !== null || openedAt < since || TOLD_AS_NEWS.has(reason.kind)) continue;
    if (!keys.has(`${id}#${opening}`)) problems.push(`opening ${opening} of ${id} was never announced`);
  }
  return problems;
}

/** Number of the newest announcement that a browser has taken over. */
export const cursorOf = ({ state }: BrowserActor): number | null =>
  (state.local.get('attention') as { cursor: number | null } | undefined)?.cursor ?? null;

/** A browser has taken over each announcement since it was paired, once, and is up to date. */
export function nothingLostOnTheWay(world: World, browser: BrowserActor, pairedAt: number | null): string[] {
  const problems = isUpToDate(world, browser);
  const notices = (browser.state.local.get('notices') ?? []) as readonly { key: string }[];
  const times = new Map<string, number>();
  for (const { key } of notices) times.set(key, (times.get(key) ?? 0) + 1);
  for (const { key, number } of announcementsOf(world)) {
    if (number > (pairedAt ?? 0) && !isForSome(key) && times.get(key) !== 1)
      problems.push(`${key} stands ${times.get(key) ?? 0} times among a browser's notices`);
  }
  return problems;
}

/** A browser has heard of the newest announcement, and shows the items that are open in the edge. */
export function isUpToDate(world: World, browser: BrowserActor): string[] {
  const problems: string[] = [];
  const newest = announcementsOf(world).at(-1)?.number ?? cursorOf(browser);
  if (cursorOf(browser) !== newest)
    problems.push(`a browser is at ${cursorOf(browser)} instead of ${newest}`);
  const open = openInEdge(world).map(({ id }) => id);
  const stored = browser.state.local.get('snapshot') as
    | { snapshot: { attention?: { items: readonly { id: string }[] } } }
    | undefined;
  const shown = stored?.snapshot.attention?.items.map(({ id }) => id) ?? [];
  if (open.toSorted().join() !== shown.toSorted().join())
    problems.push(`a browser shows ${shown.join()} and the edge has ${open.join()}`);
  return problems;
}

/** Information about access to the edge is for owners other than the one who acted, so not for everybody. */
const isForSome = (id: string): boolean => id.startsWith('access-changed:');

/** The items that are open in the edge and for everybody. */
export const openInEdge = (world: World): Item[] =>
  itemsOf(world).filter(({ id, resolvedAt }) => resolvedAt === null && !isForSome(id));
