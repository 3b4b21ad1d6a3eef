/** Worst first. `note` does not affect the badge's color. */
export const SEVERITIES = ['critical', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Most items in a snapshot. */
export const ATTENTION_ITEMS_MAX = 100;

/** Most ended items in a snapshot. */
export const ENDED_TROUBLES_MAX = 40;

/** Most announcements in one response. */
export const ANNOUNCEMENTS_PAGE_MAX = 100;
