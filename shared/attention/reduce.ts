import { DAY_MS, type InstantMs } from '../durations.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Announcement } from './announcement.ts';
import { finishedByEvent, finishedByReading } from './finished.ts';
import type { AttentionItem } from './item.ts';
import { KIND_ORDER } from './kind-order.ts';
import { applyOpening, applyReading, resolveWhere, type Step } from './open-close.ts';
import { wellRead } from './rule.ts';
import { RULES } from './rules/rules.ts';
import type { AttentionState } from './state.ts';

const SEEN_EVENTS_MAX = 100;
const ITEMS_MAX = 300;
const RESOLVED_KEPT_MS = 7 * DAY_MS;
const NAMES_MAX = 200;

/**
 * Takes over a snapshot: its readings, then the events in it that were not reduced yet.
 * The first look after pairing opens items and announces nothing: it is the past.
 */
export function reduceSnapshot(state: AttentionState, snapshot: Snapshot): Step {
  const firstReadings = Object.keys(state.readAt).length === 0;
  let step: Step = { state: learnNames(state, snapshot), announcements: [] };
  for (const kind of KIND_ORDER) {
    const reading = RULES[kind].read?.(snapshot) ?? null;
    if (reading) step = then(step, applyReading(step.state, kind, reading));
  }
  if (firstReadings) step = { ...step, announcements: [] };
  const events = wellRead(snapshot.sections.events);
  if (events) {
    const reduced = reduceEvents(step.state, events.data.items);
    const firstEvents = state.lastSeq === null;
    step = firstEvents ? { ...step, state: reduced.state } : then(step, reduced);
    const lastSeq = Math.max(step.state.lastSeq ?? 0, events.data.lastSeq);
    step = { ...step, state: { ...step.state, lastSeq } };
  }
  step = then(step, finishedByReading(step.state, snapshot));
  const settled = prune(endByCalendar(step.state, snapshot.at), snapshot.at);
  return { state: settled, announcements: stillTrue(settled, step.announcements) };
}

/** Takes over kept events in whatever order they come; each is reduced once. */
export function reduceEvents(state: AttentionState, events: readonly KeptEvent[]): Step {
  const fresh = events
    .filter((event) => state.lastSeq === null || event.seq > state.lastSeq)
    .toSorted((a, b) => a.seq - b.seq);
  let step: Step = { state, announcements: [] };
  for (const event of fresh) {
    if (!step.state.seenEventIds.includes(event.id)) step = then(step, reduceEvent(step.state, event));
    step = { ...step, state: markSeen(step.state, event) };
  }
  return step;
}

/** The user has seen it: it stays open, without asking. What nothing else would end, ends. */
export function acknowledge(state: AttentionState, id: string, now: InstantMs): AttentionState {
  const item = state.items[id];
  if (!item || item.resolvedAt !== null) return state;
  const ends = RULES[item.reason.kind].endsWhenAcknowledged === true;
  const acknowledged: AttentionItem = {
    ...item,
    acknowledgedAt: item.acknowledgedAt ?? now,
    resolvedAt: ends ? Math.max(now, item.seenAt) : null,
  };
  return { ...state, items: { ...state.items, [id]: acknowledged } };
}

/** The user has done what the item asked for; the next reading that disagrees opens it anew. */
export function settle(state: AttentionState, id: string, at: InstantMs): AttentionState {
  return resolveWhere(state, (item) => item.id === id, at);
}

function reduceEvent(state: AttentionState, event: KeptEvent): Step {
  const evidenceAt = event.source === 'reconciled' ? event.at : event.receivedAt;
  let step: Step = { state, announcements: [] };
  for (const kind of KIND_ORDER) {
    for (const heard of RULES[kind].hear?.(event) ?? []) {
      step =
        heard.type === 'open'
          ? then(step, applyOpening(step.state, heard.holding, evidenceAt))
          : { ...step, state: resolveWhere(step.state, heard.matches, evidenceAt) };
    }
  }
  return then(step, finishedByEvent(step.state, event));
}

function then(before: Step, after: Step): Step {
  return { state: after.state, announcements: [...before.announcements, ...after.announcements] };
}

function markSeen(state: AttentionState, event: KeptEvent): AttentionState {
  return {
    ...state,
    lastSeq: Math.max(state.lastSeq ?? 0, event.seq),
    seenEventIds: [...state.seenEventIds.filter((id) => id !== event.id), event.id].slice(-SEEN_EVENTS_MAX),
  };
}

function learnNames(state: AttentionState, snapshot: Snapshot): AttentionState {
  const known = [
    ...(snapshot.sections.projects.data?.items ?? []),
    ...(snapshot.sections.atLimit.data?.projects ?? []),
  ];
  const named = known.flatMap(({ projectId, label }) => (label ? [[projectId, label] as const] : []));
  const older = Object.entries(state.names).filter(([projectId]) => !named.some(([id]) => id === projectId));
  return { ...state, names: Object.fromEntries([...named, ...older].slice(0, NAMES_MAX)) };
}

function endByCalendar(state: AttentionState, at: InstantMs): AttentionState {
  return resolveWhere(state, (item) => (RULES[item.reason.kind].endsAt?.(item) ?? Infinity) <= at, at);
}

/** An opening that the same snapshot already shows to be over is not announced. */
function stillTrue(state: AttentionState, announcements: Announcement[]): Announcement[] {
  return announcements.filter(({ noticeId }) => state.items[noticeId]?.resolvedAt == null);
}

function prune(state: AttentionState, at: InstantMs): AttentionState {
  const all = Object.values(state.items);
  const kept = all
    .filter((item) => item.resolvedAt === null || item.resolvedAt > at - RESOLVED_KEPT_MS)
    .toSorted((a, b) => Number(a.resolvedAt !== null) - Number(b.resolvedAt !== null) || b.seenAt - a.seenAt)
    .slice(0, ITEMS_MAX);
  if (kept.length === all.length) return state;
  return { ...state, items: Object.fromEntries(kept.map((item) => [item.id, item])) };
}
