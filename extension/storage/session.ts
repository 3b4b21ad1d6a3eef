import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import type { InstantMs } from '../../shared/time.ts';
import { sessionCollection, sessionItem } from './stored-item.ts';

/** What lives in the browser's memory only: never written to disk, closed to content scripts, gone with the browser. */

/** Values of secrets by secret id. */
export const secretValues = z.record(z.string(), z.string());
export type SecretValues = z.infer<typeof secretValues>;

const secretsOf = sessionCollection('secret-values:');

/** Values of secrets, owned by a draft or by a launch that is under way. */
export const secretStore = {
  async read(owner: string): Promise<SecretValues> {
    return parse(secretValues, await secretsOf(owner).getValue()) ?? {};
  },
  write(owner: string, value: SecretValues): Promise<void> {
    return secretsOf(owner).setValue(value);
  },
  remove(owner: string): Promise<void> {
    return secretsOf(owner).removeValue();
  },
};

/** A menu entry or the shortcut has captured a tab for the page that opens next, under the id of the draft to be. */
export type OpenRequest = { draftId: string; at: InstantMs };
export const openRequestItem = sessionItem<OpenRequest | null>('launch-open', null);

/** What the page that opens next is to show: the id of an attention item; empty for none. */
export const deepLinkItem = sessionItem<string>('popup-points-at', '');

/** The last thing the user did that opens an item again: that item, and when. Written before it is done. */
export type SelfInflicted = { itemId: string; at: InstantMs };
export const selfInflictedItem = sessionItem<SelfInflicted | null>('own-doing', null);

/** Since when what comes from the edge could not be kept, and why; null while it can be. Apart from the storage that failed. */
export type StorageTrouble = { since: InstantMs; words: string };
export const storageTroubleItem = sessionItem<StorageTrouble | null>('storage-trouble', null);
