import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import type { InstantMs } from '../../shared/time.ts';
import { instantMs } from '../../shared/time.ts';
import { type AskedTab, askedTab } from '../capture/read-tab.ts';
import { localCollection } from './stored-item.ts';

/** Text that the browser itself told of a selection, for pages where we can't read it ourselves (frames, its PDF viewer). */
export const toldSelection = z.object({ text: z.string(), url: z.string() });
export type ToldSelection = z.infer<typeof toldSelection>;

/** A tab that was asked for a draft, with everything that was told of it. */
export const captured = z.object({ asked: askedTab, told: z.nullable(toldSelection), at: instantMs });
export type Captured = { asked: AskedTab; told: ToldSelection | null; at: InstantMs };

/** The oldest make room: nobody has looked at them yet, and each page can be read again. */
const captures = localCollection('captured:', (others) =>
  others
    .map(([draftId, value]) => ({ draftId, at: parse(captured, value)?.at ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ draftId }) => draftId),
);

/**
 * What the background captured and no page has made a draft of yet, by the id of the draft to be. Each under a key of its
 * own, so that a capture and a page that takes earlier ones never write over each other.
 */
export const captureStore = {
  /** Null when there is none, or none that this version can read. */
  async read(draftId: string): Promise<Captured | null> {
    return parse(captured, await captures.read(draftId));
  },
  /** @throws StorageFull */
  write(draftId: string, value: Captured): Promise<void> {
    return captures.write(draftId, value);
  },
  remove(draftId: string): Promise<void> {
    return captures.remove(draftId);
  },
  /** All of them; null for one that this version cannot read. */
  async list(): Promise<{ draftId: string; captured: Captured | null }[]> {
    return (await captures.list()).map(([draftId, value]) => ({ draftId, captured: parse(captured, value) }));
  },
};
