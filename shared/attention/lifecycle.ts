import { SEVERITIES } from '../snapshot/attention.ts';
import { type InstantMs, SECOND_MS } from '../time.ts';
import type { AttentionState, Condition, KeptItem } from './item.ts';
import { type AttentionKind, type Reason, RULES } from './kinds/kinds.ts';
import { type Announcement, openingKey } from './news.ts';
import type { EndedBy, Reading, Rule } from './rule.ts';

/** A list of the service may lag behind its own events by this much. */
const READING_LAG_MS = 10 * SECOND_MS;

/** `needs`: by the number of the event that reports it, the key of the opening. */
export type Step = {
  state: AttentionState;
  announcements: Announcement[];
  needs?: Readonly<Record<number, string>>;
};

/**
 * Applies a successful reading: opens, refreshes and resolves the items of one kind. The first reading of a
 * kind announces nothing.
 * @param rule of the kind
 */
export function applyReading(
  state: AttentionState,
  kind: AttentionKind,
  reading: Reading<Reason>,
  { isOccurrence = false, isOnce = false }: Pick<Rule<Reason>, 'isOccurrence' | 'isOnce'> = {},
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

/** Applies a condition that an event reports for `at`. A late event does not open what was over since. */
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
 * An open item that is reported again. Opens anew when it is more severe than ever before and, once
 * acknowledged, when it is worse in any way, because the user has not seen that.
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
  const { asksWhenWorse = false, filled } = RULES[newest.reason.kind];
  const isToldAgain = severer || known.seen !== null || asksWhenWorse;
  const anew = grave > known.rank && isToldAgain;
  return {
    ...withBeginning(known, condition),
    severity: newest.severity,
    reason: newestBy === 'event' && filled ? filled(newest.reason, rest.reason) : newest.reason,
    rank: Math.max(known.rank, grave),
    ...(older ? {} : { heldAt: at, heldBy: by }),
    ...(anew ? { opening: known.opening + 1, seen: null } : {}),
  };
}

const SEVERITY_STEP = 1000;

/** Ranks an item against itself: by severity, then by what makes it worse within that severity. */
const severityRank = ({ severity, reason }: Pick<Condition, 'severity' | 'reason'>): number =>
  -SEVERITIES.indexOf(severity) * SEVERITY_STEP + (RULES[reason.kind].worse?.(reason) ?? 0);

/** Sets the beginning of an item once it becomes known. */
function withBeginning({ isEarlier, ...known }: KeptItem, condition: Condition): KeptItem {
  if (!isEarlier) return known;
  // A late event of an earlier opening says nothing about this one.
  if (condition.isEarlier || known.opening > 1) return { ...known, isEarlier };
  const { since } = condition;
  return { ...known, since, openedAt: Math.min(known.openedAt, since) };
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

/** When something ends by the calendar alone; never, where nothing says so. */
export const calendarEnd = (condition: Condition): InstantMs =>
  RULES[condition.reason.kind].ends.at?.(condition) ?? Number.POSITIVE_INFINITY;
