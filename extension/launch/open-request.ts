import type { InstantMs } from '../../shared/durations.ts';
import { sessionItem } from '../storage/stored-item.ts';

/** A menu entry or the shortcut has captured a tab for the page that opens next, under the id of the draft to be. */
export type OpenRequest = { draftId: string; at: InstantMs };

export const openRequestItem = sessionItem<OpenRequest | null>('launch-open', null);
