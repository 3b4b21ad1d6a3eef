import { openItems } from '../../../shared/attention/open-items.ts';
import type { InstantMs } from '../../../shared/durations.ts';
import type { Stored } from '../stored-model.ts';
import { runningWork } from './work-view.ts';

/** With more rows than this above, what ended would make a popup scroll. */
const ROWS_ABOVE_MAX = 4;

/** Whether there is room for what ended, below what needs the user and what runs. @param now the edge's clock */
export function hasRoomForRecent(stored: Stored, now: InstantMs): boolean {
  const needs = openItems(stored.attention).length + stored.capChanges.length;
  return needs + runningWork(stored.snapshot?.snapshot ?? null, now).length <= ROWS_ABOVE_MAX;
}
