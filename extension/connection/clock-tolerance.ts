import { MINUTE_MS } from '../../shared/durations.ts';

/** A clock that is further off makes ages and signatures wrong. */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;
