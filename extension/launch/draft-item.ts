import { localItem, type StoredItem } from '../storage/stored-item.ts';

export const DRAFT_PREFIX = 'draft:';

/** Where a draft is stored, each under a key of its own, so that two windows never write over each other's. */
export const draftItem = (id: string): StoredItem<unknown> =>
  localItem<unknown>(`${DRAFT_PREFIX}${id}`, null);
