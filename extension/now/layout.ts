import { openItems } from '../../shared/attention/open-items.ts';
import type { InstantMs } from '../../shared/time.ts';
import { type CapChange, UNDO_FOR_MS } from '../storage/account.ts';
import type { Stored } from '../ui/stored-state.ts';
import { runningWork } from './work-view.ts';

/** With more rows than this above, what ended would make a popup scroll. */
const ROWS_ABOVE_MAX = 4;

/**
 * Whether there is room for what ended, below what needs the user and what runs.
 * @param isFine whether nothing is said of how things stand
 */
export function hasRoomForRecent(
  stored: Stored,
  { now, browserNow, isFine }: { now: InstantMs; browserNow: InstantMs; isFine: boolean },
): boolean {
  const needs = openItems(stored.attention).length;
  const running = runningWork(stored.snapshot?.snapshot ?? null, now).length;
  const above = needs + running + recentChanges(stored.capChanges, browserNow).length;
  return above + (isFine ? 0 : 1) <= ROWS_ABOVE_MAX;
}

/** The raised caps that can still be put back: what every view counts. @param now this browser's clock */
export const recentChanges = (changes: readonly CapChange[], now: InstantMs): CapChange[] =>
  changes.filter(({ at }) => now - at < UNDO_FOR_MS);
