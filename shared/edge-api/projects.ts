import { MINUTE_MS } from '../time.ts';

/** How many projects an ask may name by `ids`. */
export const ASKED_PROJECTS_MAX = 20;
/** What was read of a project is read again after this time, or as soon as something has happened in it. */
export const PROJECT_FRESH_MS = 3 * MINUTE_MS;
