/** How much of what is newest a snapshot tells; apart from the forms, so that the background can count without them. */
export const RECENT_EVENTS_MAX = 30;
export const RECENT_LAUNCHES_MAX = 10;
/** Recent projects that a snapshot tells of. */
export const RECENT_PROJECTS_MAX = 20;
/** Projects at a cap that a snapshot tells of. */
export const AT_LIMIT_MAX = 50;
