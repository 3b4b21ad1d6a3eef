import { SEVERITIES } from '../snapshot/attention.ts';
import { DAY_MS, type InstantMs, MINUTE_MS, nextMonth, SECOND_MS } from '../time.ts';
import {
  type AttentionKind,
  type AttentionState,
  type Condition,
  type EndedBy,
  type KeptItem,
  type Reason,
  severityRank,
} from './item.ts';
import { type Announcement, openingKey } from './news.ts';
import type { Reading, Rule } from './rule.ts';
import { ACCESS_CHANGE_LASTS_MS } from './rules/access.ts';

/** A list of the service may lag behind its own events by this much. */
const READING_LAG_MS = 10 * SECOND_MS;

/** `needs`: by the number of the event that reports it, the key of the opening. */
export type Step = {
  state: AttentionState;
  announcements: Announcement[];
  needs?: Readonly<Record<number, string>>;
};

/**
 * Applies a successful reading: opens, refreshes and resolves the items of one kind. The first reading of a kind
 * announces nothing.
 * @param rule of the kind
 */
export function applyReading(
  state: AttentionState,
  kind: AttentionKind,
  reading: Reading,
  { isOccurrence = false, isOnce = false }: Pick<Rule, 'isOccurrence' | 'isOnce'> = {},
): Step {
  const { readAt } = reading;
  const before = state.readAt[kind];
  if (before !== undefined && readAt <= before) return { state, announcements: [] };
  let step: Step = { state, announcements: [] };
  for (const condition of reading.conditions) {
    if (isOnce && state.items[condition.id]?.resolvedAt != null) continue;
    if (!isOccurrence || condition.since > overAt(state, condition.id))
      step = applyCondition(step, condition, readAt, 'reading');
  }
  const holding = new Set(reading.conditions.map((one) => one.id));
  const ended = new Set(reading.over);
  const isOver = (item: KeptItem) =>
    item.reason.kind === kind &&
    (reading.complete ? !holding.has(item.id) : ended.has(item.id) || reading.ends?.(item.id) === true) &&
    isOutdatedBy(item, readAt);
  step = { ...step, state: resolveWhere(step.state, isOver, readAt, ({ id }) => reading.endedBy?.(id)) };
  return {
    state: { ...step.state, readAt: { ...state.readAt, [kind]: readAt } },
    announcements: before === undefined ? [] : step.announcements,
  };
}

/** When an item was last over, according to a reading, an event or the user; 0 for never. */
function overAt(state: AttentionState, id: string): InstantMs {
  return Math.max(state.items[id]?.resolvedAt ?? 0, state.over?.[id] ?? 0);
}

/** Applies a condition that an event reports for `at`. A late event does not open what was over after that. */
export function applyOpening(state: AttentionState, condition: Condition, at: InstantMs): Step {
  const isOpen = state.items[condition.id]?.resolvedAt === null;
  const readingKnowsBetter = !isOpen && (state.readAt[condition.reason.kind] ?? at) > at + READING_LAG_MS;
  const step = { state, announcements: [] };
  return readingKnowsBetter || at <= (state.over?.[condition.id] ?? 0)
    ? step
    : applyCondition(step, condition, at, 'event');
}

/** Marks an item as over at `at`; if a later event opened it again, it stays open as a new opening. */
export function applyOver(state: AttentionState, id: string, at: InstantMs, by?: EndedBy): Step {
  if (at <= (state.over?.[id] ?? 0)) return { state, announcements: [] };
  const noted = { ...state, over: { ...state.over, [id]: at } };
  const item = state.items[id];
  if (!item || item.resolvedAt !== null || item.openedAt > at) return { state: noted, announcements: [] };
  const resolved = resolveWhere(
    noted,
    (one) => one.id === id,
    at,
    () => by,
  );
  const step = { state: resolved, announcements: [] };
  return item.heldAt <= at ? step : applyCondition(step, item, item.heldAt, item.heldBy);
}

/** Ends the open items that match. @param why undefined: resolved */
export function resolveWhere(
  state: AttentionState,
  matches: (item: KeptItem) => boolean,
  at: InstantMs,
  why: (item: KeptItem) => EndedBy | undefined = () => undefined,
): AttentionState {
  const over = Object.values(state.items).filter((item) => item.resolvedAt === null && matches(item));
  if (over.length === 0) return state;
  const items = { ...state.items };
  for (const item of over) {
    const endedBy = why(item);
    items[item.id] = { ...item, resolvedAt: at, ...(endedBy && { endedBy }) };
  }
  return { ...state, items };
}

/** Whether a reading taken at `readAt` is newer than the information the item is based on. */
export function isOutdatedBy(item: KeptItem, readAt: InstantMs): boolean {
  return item.heldAt + (item.heldBy === 'event' ? READING_LAG_MS : 0) < readAt;
}

function applyCondition(step: Step, condition: Condition, at: InstantMs, by: KeptItem['heldBy']): Step {
  const known = step.state.items[condition.id];
  if (known?.resolvedAt != null && at <= known.resolvedAt) return step;
  const item =
    known?.resolvedAt === null ? stillHolding(known, condition, at, by) : opened(known, condition, at, by);
  const state = { ...step.state, items: { ...step.state.items, [item.id]: item } };
  const since = known ? at : item.openedAt;
  if (item.opening === known?.opening || since < (state.since ?? 0)) return { ...step, state };
  return { state, announcements: [...step.announcements, announce(item, since)] };
}

function opened(
  before: KeptItem | undefined,
  { id, severity, projectId, reason, since, isEarlier }: Condition,
  at: InstantMs,
  by: KeptItem['heldBy'],
): KeptItem {
  return {
    id,
    severity,
    projectId,
    reason,
    since,
    ...(isEarlier ? { isEarlier } : {}),
    opening: (before?.opening ?? 0) + 1,
    openedAt: before ? at : Math.min(since, at),
    seen: null,
    rank: severityRank({ severity, reason }),
    resolvedAt: null,
    heldAt: at,
    heldBy: by,
  };
}

/**
 * An open item that is reported again. It opens anew when it is more severe than ever before and, once acknowledged,
 * when it is worse in any way, because the user has not seen that. What was not fixed is told again when its cost has doubled.
 */
function stillHolding(
  known: KeptItem,
  condition: Condition,
  at: InstantMs,
  by: KeptItem['heldBy'],
): KeptItem {
  const older = at < known.heldAt;
  const [newest, rest] = older ? [known, condition] : [condition, known];
  const newestBy = older ? known.heldBy : by;
  const grave = severityRank(newest);
  const severer = SEVERITIES.indexOf(newest.severity) < SEVERITIES.indexOf(known.severity);
  const isToldAgain = severer || known.seen !== null || newest.reason.kind === 'not-fixed';
  const anew = grave > known.rank && isToldAgain;
  return {
    ...withBeginning(known, condition),
    severity: newest.severity,
    reason: newestBy === 'event' ? filled(newest.reason, rest.reason) : newest.reason,
    rank: Math.max(known.rank, grave),
    ...(older ? {} : { heldAt: at, heldBy: by }),
    ...(anew ? { opening: known.opening + 1, seen: null } : {}),
  };
}

/** Sets the beginning of an item once it becomes known. */
function withBeginning({ isEarlier, ...known }: KeptItem, condition: Condition): KeptItem {
  if (!isEarlier) return known;
  // A late event of an earlier opening says nothing about this one.
  if (condition.isEarlier || known.opening > 1) return { ...known, isEarlier };
  const { since } = condition;
  return { ...known, since, openedAt: Math.min(known.openedAt, since) };
}

/** An event has fewer facts than a reading: fills the missing ones from what was read. */
function filled(fresh: Reason, known: Reason): Reason {
  if (fresh.kind === 'deploy-failed' && known.kind === 'deploy-failed')
    return { ...fresh, message: fresh.message ?? known.message, refunded: fresh.refunded ?? known.refunded };
  if (fresh.kind !== 'credit-cap' || known.kind !== 'credit-cap') return fresh;
  return {
    ...fresh,
    spent: fresh.spent ?? known.spent,
    limit: fresh.limit ?? known.limit,
    resetsAt: fresh.resetsAt ?? known.resetsAt,
    canEdit: fresh.canEdit || known.canEdit,
  };
}

function announce(item: KeptItem, at: InstantMs): Announcement {
  return {
    key: openingKey(item.id, item.opening),
    noticeId: item.id,
    severity: item.severity,
    projectId: item.projectId,
    about: item.reason,
    at,
    ...(item.isEarlier ? { isEarlier: true } : {}),
  };
}

/** Tolerance for the service's clock and for lists that show a reset late. */
const GRACE_MS = MINUTE_MS;

/** A forecast is read at least every day: one whose day has passed is held by nothing any more. */
const FORECAST_HOLDS_MS = DAY_MS;

/**
 * When something ends by the calendar alone: at the end of its month, a day after the one that was foreseen, or
 * information after a week.
 */
export function calendarEnd(condition: Pick<Condition, 'reason' | 'since'>): InstantMs {
  switch (condition.reason.kind) {
    case 'credit-cap':
      return (condition.reason.resetsAt ?? nextMonth(condition.since)) + GRACE_MS;
    case 'cap-warning':
      return condition.reason.resetsAt + GRACE_MS;
    case 'cap-forecast':
    case 'balance-forecast':
      return condition.reason.at + FORECAST_HOLDS_MS;
    case 'not-fixed':
      return condition.reason.lastAt + DAY_MS;
    case 'feature-budget':
    case 'feature-warning':
      return condition.reason.endsAt + GRACE_MS;
    case 'access-changed':
      return condition.since + ACCESS_CHANGE_LASTS_MS;
    default:
      return Number.POSITIVE_INFINITY;
  }
}
