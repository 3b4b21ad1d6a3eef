import { storage } from '@wxt-dev/storage';
import { type PageCapture, pageCapture } from '../../capture/page-capture.ts';

const PREFIX = 'captured:';

/**
 * What the background captured and no page has made a draft of yet, by the id of the draft to be. Each under a key of its
 * own, so that a capture and a page that takes earlier ones never write over each other.
 */
export const captureStore = {
  write(draftId: string, capture: PageCapture): Promise<void> {
    return storage.setItem(`local:${PREFIX}${draftId}`, capture);
  },
  remove(draftId: string): Promise<void> {
    return storage.removeItem(`local:${PREFIX}${draftId}`);
  },
  /** All captures; null for one that this version cannot read. */
  async list(): Promise<{ draftId: string; capture: PageCapture | null }[]> {
    const everything = await storage.snapshot('local');
    return Object.entries(everything)
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([key, value]) => {
        const read = pageCapture.safeParse(value);
        return { draftId: key.slice(PREFIX.length), capture: read.success ? read.data : null };
      });
  },
};
