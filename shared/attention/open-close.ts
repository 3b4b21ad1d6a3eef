import { type InstantMs, SECOND_MS } from '../durations.ts';
import type { Announcement } from './announcement.ts';
import type { AttentionItem, AttentionKind, Holding } from './item.ts';
import type { Reading } from './rule.ts';
import type { AttentionState } from './state.ts';

/** A list of the service may lag behind its own events by this much. */
const READING_LAG_MS = 10 * SECOND_MS;

export type Step = { state: AttentionState; announcements: Announcement[] };

/** Takes over one successful reading: opens, refreshes and resolves the items of one kind. */
export function applyReading(state: AttentionState, kind: AttentionKind, reading: Reading): Step {
  const before = state.readAt[kind];
  if (before === reading.readAt) return { state, announcements: [] };
  const items = { ...state.items };
  const announcements: Announcement[] = [];
  const held = new Set<string>();
  for (const holding of reading.holding) {
    held.add(holding.id);
    const next = hold(items[holding.id], holding, reading.readAt, 'reading');
    if (!next) continue;
    items[next.item.id] = next.item;
    if (next.opened) announcements.push(announce(next.item));
  }
  if (reading.complete) {
    for (const item of Object.values(items)) {
      if (item.reason.kind !== kind || item.resolvedAt !== null || held.has(item.id)) continue;
      if (isOutdatedBy(item, reading.readAt)) items[item.id] = { ...item, resolvedAt: reading.readAt };
    }
  }
  return { state: { ...state, items, readAt: { ...state.readAt, [kind]: reading.readAt } }, announcements };
}

/**
 * Takes over what an event says to hold.
 * @param evidenceAt when that was true, by the edge's clock
 */
export function applyOpening(state: AttentionState, holding: Holding, evidenceAt: InstantMs): Step {
  const known = state.items[holding.id];
  const read = state.readAt[holding.reason.kind];
  const readingKnowsBetter = read !== undefined && read > evidenceAt + READING_LAG_MS;
  if (readingKnowsBetter && (!known || known.resolvedAt !== null)) return { state, announcements: [] };
  const next = hold(known, holding, evidenceAt, 'event');
  if (!next) return { state, announcements: [] };
  return {
    state: { ...state, items: { ...state.items, [next.item.id]: next.item } },
    announcements: next.opened ? [announce(next.item)] : [],
  };
}

/** Resolves the open items that match. */
export function resolveWhere(
  state: AttentionState,
  matches: (item: AttentionItem) => boolean,
  at: InstantMs,
): AttentionState {
  const over = Object.values(state.items).filter((item) => item.resolvedAt === null && matches(item));
  if (over.length === 0) return state;
  const items = { ...state.items };
  for (const item of over) items[item.id] = { ...item, resolvedAt: at };
  return { ...state, items };
}

function hold(
  known: AttentionItem | undefined,
  holding: Holding,
  at: InstantMs,
  by: AttentionItem['seenBy'],
): { item: AttentionItem; opened: boolean } | null {
  if (known && known.resolvedAt === null) {
    const older = at < known.seenAt;
    const kept = older ? known : { ...known, severity: holding.severity, reason: merge(known, holding) };
    return { item: older ? kept : { ...kept, seenAt: at, seenBy: by }, opened: false };
  }
  if (known?.resolvedAt && at <= known.resolvedAt) return null;
  const opened: AttentionItem = {
    ...holding,
    opening: (known?.opening ?? 0) + 1,
    openedAt: known ? at : Math.min(holding.since, at),
    acknowledgedAt: null,
    resolvedAt: null,
    seenAt: at,
    seenBy: by,
  };
  return { item: opened, opened: true };
}

/** An event tells less than a reading: what it leaves out stays as read. */
function merge(known: AttentionItem, holding: Holding): Holding['reason'] {
  if (known.reason.kind === 'credit-cap' && holding.reason.kind === 'credit-cap') {
    return {
      ...holding.reason,
      spent: holding.reason.spent ?? known.reason.spent,
      limit: holding.reason.limit ?? known.reason.limit,
      resetsAt: holding.reason.resetsAt ?? known.reason.resetsAt,
      canEdit: holding.reason.canEdit || known.reason.canEdit,
    };
  }
  return holding.reason;
}

function isOutdatedBy(item: AttentionItem, readAt: InstantMs): boolean {
  return item.seenBy === 'event' ? item.seenAt + READING_LAG_MS < readAt : item.seenAt < readAt;
}

function announce(item: AttentionItem): Announcement {
  return {
    key: `${item.id}#${item.opening}`,
    noticeId: item.id,
    severity: item.severity,
    projectId: item.projectId,
    about: item.reason,
    at: item.openedAt,
  };
}
