import { askTab } from '../../capture/ask-tab.ts';
import type { CaptureTarget } from '../../capture/asked-tab.ts';
import type { Captured, ToldSelection } from '../../launch/captured.ts';
import { capturedItem } from '../../launch/captured-item.ts';
import { openRequestItem } from '../../launch/open-request.ts';

/**
 * Asks a tab for a new draft and leaves word of it for the page that opens next. That page makes sense of what was
 * answered: the background is read at every wake, and nobody needs a draft before a page shows one.
 */
export async function prepareDraft(
  tab: CaptureTarget,
  told: ToldSelection | null,
  nowMs: number,
): Promise<void> {
  const draftId = crypto.randomUUID();
  const captured: Captured = { asked: await askTab(tab), told, at: nowMs };
  await capturedItem(draftId).setValue(captured);
  await openRequestItem.setValue({ draftId, at: nowMs });
}
