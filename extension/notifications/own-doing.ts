import { type InstantMs, MINUTE_MS } from '../../shared/durations.ts';
import { sessionItem } from '../storage/stored-item.ts';

/** Word of what the user did may take the alarm's minute to come back. */
const FOLLOWS_WITHIN_MS = 2 * MINUTE_MS;

/** The last thing the user did that opens an item again: that item, and when. */
export type OwnDoing = { itemId: string; at: InstantMs };

/** To be written before it is done: word of it may come back at once. */
export const ownDoingItem = sessionItem<OwnDoing | null>('own-doing', null);

/** Whether what is told now about an item is only what the user did: nobody needs to be told that. */
export const isOwnDoing = (doing: OwnDoing | null, itemId: string, now: InstantMs): boolean =>
  doing?.itemId === itemId && Math.abs(now - doing.at) < FOLLOWS_WITHIN_MS;
