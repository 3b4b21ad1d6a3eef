import type { InstantMs } from '../../shared/time.ts';
import { sessionItem } from './stored-item.ts';

/** Lives in the browser's memory only: never on disk, closed to content scripts, gone with the browser. */

/** A tab captured by a menu entry or shortcut for the page that opens next, under the future draft's id. */
export type OpenRequest = { draftId: string; at: InstantMs };
export const openRequestItem = sessionItem<OpenRequest | null>('launch-open', null);

/** Rows were read into the stored draft: open forms show it. `rest`: what the form's address ends with. */
export type ImportOpen = { rest: string[]; at: InstantMs };
export const importOpenItem = sessionItem<ImportOpen | null>('import-open', null);

/** What the page that opens next is to show: the id of an attention item; empty for none. */
export const deepLinkItem = sessionItem<string>('popup-points-at', '');

/** Since when data from the edge can't be stored, and why; null: it can. Not in the storage that failed. */
export type StorageTrouble = { since: InstantMs; words: string };
export const storageTroubleItem = sessionItem<StorageTrouble | null>('storage-trouble', null);

/** Start of the demo account. */
export type Demo = { since: InstantMs };

/** The demo account, shown while not paired; null while it is off. Lost with the browser. */
export const demoItem = sessionItem<Demo | null>('demo', null);
