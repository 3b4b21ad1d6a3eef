import * as z from 'zod/mini';
import { parse } from '../../shared/parse.ts';
import type { InstantMs } from '../../shared/time.ts';
import { instantMs } from '../../shared/time.ts';
import { askedTab, type TabReading } from '../capture/read-tab.ts';
import { localCollection } from './stored-item.ts';

/** Selected text provided by the browser itself, for pages that can't be read (frames, the PDF viewer). */
export const reportedSelection = z.object({ text: z.string(), url: z.string() });
export type ReportedSelection = z.infer<typeof reportedSelection>;

/** A captured tab with everything known about it. */
export const captured = z.object({ asked: askedTab, told: z.nullable(reportedSelection), at: instantMs });
export type Captured = { asked: TabReading; told: ReportedSelection | null; at: InstantMs };

/** The oldest are evicted: each page can be read again. */
const captures = localCollection('captured:', (others) =>
  others
    .map(([draftId, value]) => ({ draftId, at: parse(captured, value)?.at ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ draftId }) => draftId),
);

/**
 * Captures that no page has turned into a draft yet, by the id of the future draft. Each has its own key, so that a
 * capture and a page that takes earlier ones never overwrite each other.
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
  /** All captures; null for one that this version can't read. */
  async list(): Promise<{ draftId: string; captured: Captured | null }[]> {
    return (await captures.list()).map(([draftId, value]) => ({ draftId, captured: parse(captured, value) }));
  },
};
