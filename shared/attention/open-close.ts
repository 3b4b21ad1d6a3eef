import { type InstantMs, SECOND_MS } from '../durations.ts';
import type { Announcement } from './announcement.ts';
import type { AttentionItem, AttentionKind, Holding, Reason } from './item.ts';
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
    const [newest, rest] = older ? [known, holding] : [holding, known];
    const newestBy = older ? known.seenBy : by;
    const reason = newestBy === 'event' ? filled(newest.reason, rest.reason) : newest.reason;
    const seen = older ? {} : { seenAt: at, seenBy: by };
    return { item: { ...known, severity: newest.severity, reason, ...seen }, opened: false };
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

/** An event tells less than a reading: what it leaves out is as read. */
function filled(told: Reason, known: Reason): Reason {
  if (told.kind !== 'credit-cap' || known.kind !== 'credit-cap') return told;
  return {
    ...told,
    spent: told.spent ?? known.spent,
    limit: told.limit ?? known.limit,
    resetsAt: told.resetsAt ?? known.resetsAt,
    canEdit: told.canEdit || known.canEdit,
  };
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
