import { parse } from '../../shared/parse.ts';
import { localEntries } from '../storage/stored-item.ts';
import { type Captured, captured } from './captured.ts';
import { CAPTURED_PREFIX, capturedItem } from './captured-item.ts';

/**
 * What the background captured and no page has made a draft of yet, by the id of the draft to be. Each under a key of its
 * own, so that a capture and a page that takes earlier ones never write over each other.
 */
export const captureStore = {
  /** Null when there is none, or none that this version can read. */
  async read(draftId: string): Promise<Captured | null> {
    return parse(captured, await capturedItem(draftId).getValue());
  },
  remove(draftId: string): Promise<void> {
    return capturedItem(draftId).removeValue();
  },
  /** All of them; null for one that this version cannot read. */
  async list(): Promise<{ draftId: string; captured: Captured | null }[]> {
    return (await localEntries(CAPTURED_PREFIX)).map(([draftId, value]) => ({
      draftId,
      captured: parse(captured, value),
    }));
  },
};
