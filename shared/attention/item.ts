import type { InstantMs } from '../time.ts';
import type { AttentionKind, Reason } from './kinds/kinds.ts';
import type { ConditionOf, EndedBy } from './rule.ts';

export type { AttentionKind, Reason };

/** Something that holds now, as reported by one rule. */
export type Condition = ConditionOf<Reason>;

/** One thing that may need the user. Times are the edge's clock. */
export type AttentionItem = Condition & {
  /** How often this identity has opened or become worse than what the user has seen; one notice each. */
  opening: number;
  openedAt: InstantMs;
  /** When somebody who may build marked it as seen, and the name of their browser. */
  seen: { at: InstantMs; by: string } | null;
  /** The worst that this opening was; a greater number is worse. */
  rank: number;
};

/** An item as the reducer remembers it, open or over. */
export type KeptItem = AttentionItem & {
  resolvedAt: InstantMs | null;
  /** Why it ended. Absent: it is open, or was resolved. */
  endedBy?: EndedBy;
  /** When it was last known to hold. */
  heldAt: InstantMs;
  /** The source that confirmed it last; a reading may lag behind an event by a few seconds. */
  heldBy: 'reading' | 'event';
};

/** When something began. `before`: when it was first seen, if the beginning is unknown. */
export type Since = InstantMs | { before: InstantMs };

export const sinceOf = ({ openedAt, isEarlier }: Pick<AttentionItem, 'openedAt' | 'isEarlier'>): Since =>
  isEarlier ? { before: openedAt } : openedAt;

/** Everything the reducer remembers. Plain JSON. */
export type AttentionState = {
  items: Record<string, KeptItem>;
  /** Newest reading already reduced, by kind. */
  readAt: Partial<Record<AttentionKind, InstantMs>>;
  /** Newest event already reduced; null before the first snapshot. */
  lastSeq: number | null;
  /** Ids of the newest events reduced: the same event under another number is not reduced again. */
  seenEventIds: string[];
  /** Numbers of the newest rows whose end was announced, ascending, and since when rows are announced. */
  announced?: { since: InstantMs; rows: readonly number[] };
  /** Rows whose end waits for a reading, by number, and until when; null: no limit, as the work goes on. */
  waiting?: Readonly<Record<number, { projectId: string; until: InstantMs | null }>>;
  /** When an event last reported an item as over, by item id, open or not: events may be late. */
  over?: Record<string, InstantMs>;
  /** When the account was first read: older facts are never announced. Absent before that. */
  since?: InstantMs;
};

export const emptyAttention: AttentionState = {
  items: {},
  readAt: {},
  lastSeq: null,
  seenEventIds: [],
};
