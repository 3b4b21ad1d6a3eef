import { entryOf } from '../entries.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { DAY_MS, happenedAt, type InstantMs, MINUTE_MS } from '../time.ts';
import { announceEnds } from './finished.ts';
import type { AttentionState, KeptItem } from './item.ts';
import { KIND_ORDER, RULES } from './kinds/kinds.ts';
import {
  applyOpening,
  applyOver,
  applyReading,
  calendarEnd,
  isOutdatedBy,
  resolveWhere,
  type Step,
} from './lifecycle.ts';
import { type Announcement, announceNews, isNews, newsOf, openingKey } from './news.ts';
import { type Facts, wellRead } from './rule.ts';

const SEEN_EVENTS_MAX = 100;
const ITEMS_MAX = 300;
const RESOLVED_KEPT_MS = 7 * DAY_MS;
/** As long as the service keeps its deliveries. */
const TOLD_KEPT_MS = 30 * DAY_MS;
/** Largest difference of the service's clock at which signatures are accepted. */
const SKEW_MAX_MS = 5 * MINUTE_MS;

/**
 * Applies a snapshot: its readings, then its events that are not reduced yet. The first snapshot after
 * pairing opens items and announces nothing.
 */
export function reduceSnapshot(state: AttentionState, snapshot: Facts): Step {
  const isFirst = state.lastSeq === null && state.since === undefined;
  const since = state.since ?? (isFirst ? snapshot.at : 0);
  let step: Step = { state: { ...state, since }, announcements: [] };
  for (const kind of KIND_ORDER) {
    const rule = RULES[kind];
    const reading = rule.read?.(snapshot) ?? null;
    if (reading) step = then(step, applyReading(step.state, kind, reading, rule), rule.isSilent);
  }
  const events = wellRead(snapshot.sections.events);
  if (events) {
    step = then(step, reduceEvents(step.state, events.data.items));
    const lastSeq = Math.max(step.state.lastSeq ?? 0, events.data.lastSeq);
    step = { ...step, state: { ...step.state, lastSeq } };
  }
  step = then(step, announceEnds(step.state, snapshot));
  const left = endWithProject(endByCalendar(step.state, snapshot.at), snapshot);
  const settled = prune(left, snapshot.at);
  const announcements = isFirst ? [] : stillTrue(settled, step.announcements);
  return { ...step, state: settled, announcements };
}

/**
 * Applies kept events in any order, each once. Events signed with a project's own secret are history only:
 * the service sends the app's integration events there; anyone with that secret could imitate the account's.
 */
export function reduceEvents(state: AttentionState, events: readonly KeptEvent[]): Step {
  const fresh = events
    .filter((event) => state.lastSeq === null || event.seq > state.lastSeq)
    .toSorted((a, b) => a.seq - b.seq);
  let step: Step = { state, announcements: [] };
  for (const event of fresh) {
    // What the edge has read is announced by that reading.
    const isKnown =
      event.signer === 'project' || event.source === 'edge' || step.state.seenEventIds.includes(event.id);
    if (!isKnown) step = then(step, reduceEvent(step.state, event));
    step = { ...step, state: markSeen(step.state, event) };
  }
  return step;
}

/**
 * Marks an item as seen: it stays open without needing the user. An item that nothing else would end is over.
 * @param by the name of the browser
 */
export function acknowledge(state: AttentionState, id: string, now: InstantMs, by: string): AttentionState {
  const item = entryOf(state.items, id);
  if (!item || item.resolvedAt !== null) return state;
  const ends = RULES[item.reason.kind].ends.whenSeen;
  const acknowledged: KeptItem = {
    ...item,
    seen: item.seen ?? { at: now, by },
    resolvedAt: ends ? Math.max(now, item.heldAt) : null,
    ...(ends && { endedBy: 'seen' as const }),
  };
  return { ...state, items: { ...state.items, [id]: acknowledged } };
}

/** Takes back that an item was marked as seen: it needs the user again, also if that had ended it. */
export function unacknowledge(state: AttentionState, id: string): AttentionState {
  const item = entryOf(state.items, id);
  if (!item?.seen) return state;
  const wasEnded = item.resolvedAt === Math.max(item.seen.at, item.heldAt);
  if (item.resolvedAt !== null && !(wasEnded && RULES[item.reason.kind].ends.whenSeen)) return state;
  const { endedBy: _, ...open } = item;
  return { ...state, items: { ...state.items, [id]: { ...open, seen: null, resolvedAt: null } } };
}

/** Removes a deleted project and its items. */
export function settleProject(state: AttentionState, projectId: string, at: InstantMs): AttentionState {
  return resolveWhere(state, (item) => item.projectId === projectId && isOfProject(item), at);
}

/** After a clock was ahead: what was noted then was no later than now, and nothing was read. */
export function asHappened(state: AttentionState, now: InstantMs): AttentionState {
  const past = (at: InstantMs) => (happenedAt(at, now) === at ? at : now);
  const each = <T, U>(entries: Readonly<Record<string, T>>, change: (entry: T) => U) =>
    Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, change(entry)]));
  return {
    ...state,
    readAt: each(state.readAt, (at) => happenedAt(at ?? 0, now)),
    items: each(state.items, (item) => ({
      ...item,
      since: past(item.since),
      openedAt: past(item.openedAt),
      heldAt: past(item.heldAt),
      resolvedAt: item.resolvedAt && past(item.resolvedAt),
      seen: item.seen && { ...item.seen, at: past(item.seen.at) },
    })),
    ...(state.over && { over: each(state.over, past) }),
    ...(state.since !== undefined && { since: past(state.since) }),
  };
}

/** When time alone changes the state next: a wait for an ending is over, or a month ends. Null: never. */
export function dueAt({ waiting, items }: AttentionState): InstantMs | null {
  const waits = Object.values(waiting ?? {}).flatMap(({ until }) => until ?? []);
  const ends = Object.values(items).flatMap((item) => (item.resolvedAt === null ? [calendarEnd(item)] : []));
  const at = Math.min(...waits, ...ends);
  return Number.isFinite(at) ? at : null;
}

/** Events count from when they happened, however late they arrive. */
function reduceEvent(state: AttentionState, event: KeptEvent): Step {
  const at = Math.min(event.at, event.receivedAt + SKEW_MAX_MS);
  let step: Step = { state, announcements: [] };
  for (const kind of KIND_ORDER) {
    for (const change of RULES[kind].fromEvent?.(event) ?? []) {
      if ('over' in change) step = then(step, applyOver(step.state, change.over, at, change.by));
      else if (calendarEnd(change.condition) > event.receivedAt) {
        step = then(step, applyOpening(step.state, change.condition, at), RULES[kind].isSilent);
        const item = step.state.items[change.condition.id];
        if (item && !RULES[kind].isSilent)
          step = { ...step, needs: { [event.seq]: openingKey(item.id, item.opening) } };
      }
    }
  }
  const news = newsOf(event);
  // The end of work is announced by its row.
  if (!news || 'outcome' in news || event.projectId === null || at < (state.since ?? 0)) return step;
  const announced = announceNews(news, event.projectId, event.at, `event:${event.id}`);
  return then(step, { state: step.state, announcements: [announced] });
}

function then(before: Step, after: Step, isSilent = false): Step {
  const announcements = isSilent ? before.announcements : [...before.announcements, ...after.announcements];
  return { state: after.state, announcements, needs: { ...before.needs, ...after.needs } };
}

function markSeen(state: AttentionState, event: KeptEvent): AttentionState {
  const lastSeq = Math.max(state.lastSeq ?? 0, event.seq);
  if (event.signer === 'project') return { ...state, lastSeq };
  return {
    ...state,
    lastSeq,
    seenEventIds: [...state.seenEventIds.filter((id) => id !== event.id), event.id].slice(-SEEN_EVENTS_MAX),
  };
}

/** Ends what the calendar alone ends. The same state where that is nothing. */
export function endByCalendar(state: AttentionState, at: InstantMs): AttentionState {
  const why = ({ reason }: KeptItem) => (RULES[reason.kind].ends.isUnresolved ? 'not-read' : undefined);
  return resolveWhere(state, (item) => calendarEnd(item) <= at, at, why);
}

/** A complete list of the account's projects shows which ones are gone. */
function endWithProject(state: AttentionState, snapshot: Snapshot): AttentionState {
  const read = wellRead(snapshot.sections.projects);
  if (!read || read.data.total === null || read.data.total > read.data.items.length) return state;
  const there = new Set(read.data.items.map((project) => project.projectId));
  return resolveWhere(
    state,
    (item) =>
      item.projectId !== null &&
      !there.has(item.projectId) &&
      isOfProject(item) &&
      isOutdatedBy(item, read.readAt),
    read.readAt,
  );
}

/** Items that only readings report usually mention a project without belonging to it. */
function isOfProject(item: KeptItem): boolean {
  const { fromEvent, ends } = RULES[item.reason.kind];
  return ends.withProject ?? fromEvent !== undefined;
}

/** Drops announcements of openings that the same snapshot already shows as over. */
function stillTrue(state: AttentionState, announcements: Announcement[]): Announcement[] {
  return announcements.filter((one) => isNews(one.about) || state.items[one.noticeId]?.resolvedAt == null);
}

function prune(state: AttentionState, at: InstantMs): AttentionState {
  const items = Object.values(state.items)
    .filter((item) => item.resolvedAt === null || item.resolvedAt > at - RESOLVED_KEPT_MS)
    .toSorted((a, b) => Number(a.resolvedAt !== null) - Number(b.resolvedAt !== null) || b.heldAt - a.heldAt)
    .slice(0, ITEMS_MAX);
  const over = Object.entries(state.over ?? {}).filter(([, when]) => when > at - TOLD_KEPT_MS);
  return {
    ...state,
    items: Object.fromEntries(items.map((item) => [item.id, item])),
    over: Object.fromEntries(over),
  };
}
