import { HOUR_MS } from '../../shared/durations.ts';

/** A cap can be put back in place for this long. */
export const UNDO_FOR_MS = HOUR_MS / 4;
