import type { PageCapture } from '../../capture/page-capture.ts';
import { pageCaptureForm } from '../../forms/forms.ts';
import { localEntries, localItem } from '../../storage/stored-item.ts';

const PREFIX = 'captured:';
const itemOf = (draftId: string) => localItem<unknown>(`${PREFIX}${draftId}`, null);

/**
 * What the background captured and no page has made a draft of yet, by the id of the draft to be. Each under a key of its
 * own, so that a capture and a page that takes earlier ones never write over each other.
 */
export const captureStore = {
  write(draftId: string, capture: PageCapture): Promise<void> {
    return itemOf(draftId).setValue(capture);
  },
  remove(draftId: string): Promise<void> {
    return itemOf(draftId).removeValue();
  },
  /** All captures; null for one that this version cannot read. */
  async list(): Promise<{ draftId: string; capture: PageCapture | null }[]> {
    return (await localEntries(PREFIX)).map(([draftId, value]) => ({
      draftId,
      capture: pageCaptureForm(value),
    }));
  },
};
