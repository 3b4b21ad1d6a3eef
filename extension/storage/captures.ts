import * as z from 'zod/mini';
import type { InstantMs } from '../../shared/durations.ts';
import { parse } from '../../shared/parse.ts';
import { instantMs } from '../../shared/time.ts';
import { type AskedTab, askedTab } from '../capture/read-tab.ts';
import { localEntries, localItem, type StoredItem } from './stored-item.ts';

/** Text that the browser itself told of a selection, for pages where we can't read it ourselves (frames, its PDF viewer). */
export const toldSelection = z.object({ text: z.string(), url: z.string() });
export type ToldSelection = z.infer<typeof toldSelection>;

/** A tab that was asked for a draft, with everything that was told of it. */
export const captured = z.object({ asked: askedTab, told: z.nullable(toldSelection), at: instantMs });
export type Captured = { asked: AskedTab; told: ToldSelection | null; at: InstantMs };

const PREFIX = 'captured:';
const capturedItem = (draftId: string): StoredItem<unknown> =>
  localItem<unknown>(`${PREFIX}${draftId}`, null);

/**
 * What the background captured and no page has made a draft of yet, by the id of the draft to be. Each under a key of its
 * own, so that a capture and a page that takes earlier ones never write over each other.
 */
export const captureStore = {
  /** Null when there is none, or none that this version can read. */
  async read(draftId: string): Promise<Captured | null> {
    return parse(captured, await capturedItem(draftId).getValue());
  },
  write(draftId: string, value: Captured): Promise<void> {
    return capturedItem(draftId).setValue(value);
  },
  remove(draftId: string): Promise<void> {
    return capturedItem(draftId).removeValue();
  },
  /** All of them; null for one that this version cannot read. */
  async list(): Promise<{ draftId: string; captured: Captured | null }[]> {
    return (await localEntries(PREFIX)).map(([draftId, value]) => ({
      draftId,
      captured: parse(captured, value),
    }));
  },
};
