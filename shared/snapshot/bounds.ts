/** How much of what is newest a snapshot tells; apart from the forms, so that the background can count without them. */
export const RECENT_EVENTS_MAX = 30;
export const RECENT_LAUNCHES_MAX = 10;
