import { HOUR_MS, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { type BalanceMoves, hasFallen, noBalanceWatch } from './balance-watch.ts';
import { isActive, isUnfinished } from './projects-reader.ts';
import { isDue, type ReadSectionName, type SectionReader } from './reader.ts';
import type { SectionStore } from './section-store.ts';

/** Interval of polls while a view is open. */
export const VIEWED_EVERY_MS = 10 * SECOND_MS;
/** Interval while no view is open but work may begin or end. */
export const WORKED_ON_EVERY_MS = MINUTE_MS;
/** Interval when nothing was changed for a week: caps are read at every poll. */
export const IDLE_EVERY_MS = 5 * MINUTE_MS;
const ALL = Number.POSITIVE_INFINITY;

/** How often a poll reads what it does not read each time, and what it looks for. */
export interface PollPace {
  /** Quiet projects to read in rotation. */
  rotate: number;
  /** Of how many projects details are read when credits were spent without known work. */
  likely: number;
  /** Maximum age of the list while no work is known, nothing is stale and no balance fall is unexplained. */
  listMaxAgeMs: number;
  /** How old other sections become before they are read; null: each is read at its own pace. */
  maxAgeMs: Partial<Record<ReadSectionName, number>> | null;
}

/**
 * Pace without webhooks: reads the list each time, and quiet projects in rotation, which finds a start that
 * does not move the list, where the balance would show it at once.
 */
export const ASKING: Record<'viewed' | 'connected' | 'unseen', PollPace> = {
  viewed: { rotate: 8, likely: ALL, listMaxAgeMs: 0, maxAgeMs: null },
  connected: { rotate: 12, likely: ALL, listMaxAgeMs: 0, maxAgeMs: null },
  unseen: {
    rotate: 12,
    likely: ALL,
    listMaxAgeMs: 0,
    maxAgeMs: { atLimit: 5 * MINUTE_MS, deliveries: 15 * MINUTE_MS },
  },
};
/**
 * Pace while webhooks arrive: what began elsewhere takes credits, and what ends is told. While a view is
 * open, a start that does not move the list is looked for in all projects, which shows it within 15 s;
 * otherwise in the likely ones. A read may be a quarter of its age early: 75 s means each minute, which keeps
 * a day with a view open below 15,000 calls.
 */
const LIKELY = 5;
/** The slowest pace: no section becomes older while polls go on. */
const SLOWEST = {
  account: 0,
  projects: 5 * MINUTE_MS,
  atLimit: 5 * MINUTE_MS,
  deliveries: 2 * HOUR_MS,
  spending: HOUR_MS,
  prices: 6 * HOUR_MS,
} as const satisfies Record<ReadSectionName, number>;
export const HEARING: Record<'viewed' | 'unseen', PollPace> = {
  viewed: {
    rotate: 0,
    likely: ALL,
    listMaxAgeMs: 75 * SECOND_MS,
    maxAgeMs: {
      atLimit: 75 * SECOND_MS,
      deliveries: 10 * MINUTE_MS,
      spending: 10 * MINUTE_MS,
      prices: HOUR_MS,
    },
  },
  unseen: { rotate: 0, likely: LIKELY, listMaxAgeMs: SLOWEST.projects, maxAgeMs: SLOWEST },
};

/** A poll begins late on a busy platform, and reads for some time. */
const POLL_TAKES_MS = MINUTE_MS;

/**
 * Tells whether a section was due, at whatever pace, and not read: alarms, writes or the service fail. An age
 * that its pace allows is no trouble.
 */
export const isOverdue = (name: ReadSectionName, readAt: InstantMs, now: InstantMs): boolean =>
  now - readAt > SLOWEST[name] + IDLE_EVERY_MS + POLL_TAKES_MS;

export const SECTION_NAMES = [
  'account',
  'prices',
  'atLimit',
  'spending',
  'deliveries',
  'projects',
] as const satisfies readonly ReadSectionName[];
/** A poll may be a little early, because its interval begins before it has read. */
const EARLY_PART = 0.25;
const EARLY_MAX_MS = 30 * SECOND_MS;
const isAlmost = (ageMs: number, maxAgeMs: number) =>
  ageMs >= maxAgeMs - Math.min(EARLY_MAX_MS, maxAgeMs * EARLY_PART);

/** When what is stale was marked. */
export type Marks = ReadonlyMap<string, InstantMs>;

/** Which sections are to be read, by their age, by what happened since, and by how reading them went. */
export class DueSections {
  readonly #store: SectionStore;
  readonly #readers: Record<ReadSectionName, Pick<SectionReader<never, unknown>, 'paceMs'>>;

  constructor(
    store: SectionStore,
    readers: Record<ReadSectionName, Pick<SectionReader<never, unknown>, 'paceMs'>>,
  ) {
    this.#store = store;
    this.#readers = readers;
  }

  /** @param fresh whether everything older than a few seconds is */
  isDue(name: ReadSectionName, marks: Marks, now: InstantMs, fresh = false): boolean {
    const { triedAt, waitUntil, failures, memory } = this.#store.get(name);
    const paceMs = this.#readers[name].paceMs(memory);
    const markedAt = marks.get(name) ?? null;
    return isDue({ triedAt, waitUntil, failures, paceMs, markedAt, fresh, now });
  }

  isOld(name: ReadSectionName, { maxAgeMs }: PollPace, now: InstantMs): boolean {
    if (maxAgeMs === null) return true;
    const age = now - (this.#store.get(name).triedAt ?? 0);
    return isAlmost(age, maxAgeMs[name] ?? Number.POSITIVE_INFINITY);
  }

  /** Tells whether the list may have news: work is known, an event came, credits are gone, or it is old. */
  isListDue(pace: PollPace, marks: Marks, moves: BalanceMoves | null, now: InstantMs): boolean {
    const { memory, triedAt } = this.#store.get('projects');
    if (memory === null || isAlmost(now - (triedAt ?? 0), pace.listMaxAgeMs) || isUnfinished(memory))
      return true;
    if (Object.values(memory.projects).some(({ state }) => isActive(state))) return true;
    if (marks.has('projects')) return true;
    const watch = memory.balance ?? noBalanceWatch;
    const change = hasFallen(watch, moves, now, false, false, pace.likely);
    return change.isUnexplained || change.mayHideMore === true;
  }

  /** A poll reads whatever the age; a failing section keeps its own, slower pace. */
  isPolled(name: ReadSectionName, marks: Marks, now: InstantMs): boolean {
    const { failures, waitUntil } = this.#store.get(name);
    return failures === 0 ? now >= waitUntil : this.isDue(name, marks, now);
  }

  marked(now: InstantMs): ReadSectionName[] {
    const marks = this.#store.marks();
    const overdue = new Set(this.overdue(now));
    return SECTION_NAMES.filter((name) => marks.has(name) || overdue.has(name));
  }

  overdue(now: InstantMs): ReadSectionName[] {
    return SECTION_NAMES.filter((name) => {
      const { readAt } = this.#store.get(name).section;
      return readAt !== null && isOverdue(name, readAt, now);
    });
  }
}
