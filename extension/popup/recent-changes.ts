import type { InstantMs } from '../../shared/durations.ts';
import { UNDO_FOR_MS } from '../background/undo.ts';
import type { CapChange } from '../storage/stored.ts';

/** The raised caps that can still be put back: what every view counts. @param now this browser's clock */
export const recentChanges = (changes: readonly CapChange[], now: InstantMs): CapChange[] =>
  changes.filter(({ at }) => now - at < UNDO_FOR_MS);
