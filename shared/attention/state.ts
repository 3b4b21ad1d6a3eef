import type { InstantMs } from '../time.ts';
import type { AttentionItem, AttentionKind } from './item.ts';

/** Everything the reducer remembers. Plain JSON: it is stored between two starts of the background. */
export type AttentionState = {
  items: Record<string, AttentionItem>;
  /** Newest reading already reduced, by kind. */
  readAt: Partial<Record<AttentionKind, InstantMs>>;
  /** Newest event already reduced; null before the first snapshot. */
  lastSeq: number | null;
  /** Ids of the newest events reduced: the same event under another number is not reduced again. */
  seenEventIds: string[];
  /** Display names by project, as last read. */
  names: Record<string, string>;
  /** Number of each project while names are hidden; absent in data of older versions. */
  numbers?: Record<string, number>;
  /** When a run or deploy of a project was last reported as finished, and by what. */
  finished: Record<string, { at: InstantMs; by: 'event' | 'reading' }>;
  /** Ends of runs that an event reported without saying how they ended, by run. */
  untold?: Record<string, { at: InstantMs; eventId: string }>;
  /** Runs and deploys seen running, and since when. */
  running: Record<string, InstantMs>;
  /** When an event last reported an item as over, by item id, open or not: events may be late. */
  over?: Record<string, InstantMs>;
  /**
   * When the account was first read, by the edge's clock: older facts are never announced. Absent before that, and 0
   * where an older version had read it already.
   */
  since?: InstantMs;
};

export const emptyAttention: AttentionState = {
  items: {},
  readAt: {},
  lastSeq: null,
  seenEventIds: [],
  names: {},
  finished: {},
  running: {},
};
