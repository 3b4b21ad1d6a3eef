import type { InstantMs } from '../time.ts';
import type { AttentionItem, AttentionKind } from './item.ts';

/** Everything the reducer remembers. Plain JSON: it is kept in storage between two starts of the background. */
export type AttentionState = {
  items: Record<string, AttentionItem>;
  /** Newest reading already reduced, by kind. */
  readAt: Partial<Record<AttentionKind, InstantMs>>;
  /** Newest event already reduced; null before the first look. */
  lastSeq: number | null;
  /** Ids of the newest events reduced: the same event under another number is no news. */
  seenEventIds: string[];
  /** Display names by project, as last read. */
  names: Record<string, string>;
  /** By which number each project goes while names are hidden; absent in what older versions stored. */
  numbers?: Record<string, number>;
  /** When a run or deploy of a project was last told to have finished, and by what. */
  finished: Record<string, { at: InstantMs; by: 'event' | 'reading' }>;
  /** Ends of runs that an event told of and of which nothing has said yet how, by what runs. */
  untold?: Record<string, { at: InstantMs; eventId: string }>;
  /** Runs and deploys seen running, and since when. */
  running: Record<string, InstantMs>;
  /** When an event last told that an item is over, by the item's id, open or not: events may come late. */
  over?: Record<string, InstantMs>;
  /**
   * When the account was first looked at, by the edge's clock: what is older is never announced. Absent before that, and 0
   * where an older version had looked already.
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
