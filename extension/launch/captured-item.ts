import { localItem, type StoredItem } from '../storage/stored-item.ts';

export const CAPTURED_PREFIX = 'captured:';

/** Where a captured tab waits for the page that makes its draft, by the id of the draft to be. */
export const capturedItem = (draftId: string): StoredItem<unknown> =>
  localItem<unknown>(`${CAPTURED_PREFIX}${draftId}`, null);
