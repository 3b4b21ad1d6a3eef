import { type CaptureTarget, captureTab } from '../../capture/capture-tab.ts';
import type { CaptureResult } from '../../capture/page-capture.ts';
import { captureStore } from '../store/capture-store.ts';
import { openRequestItem } from '../store/open-request.ts';

/** Text that the browser itself told of a selection, for pages where we can't read it ourselves (frames, its PDF viewer). */
export interface ToldSelection {
  text: string;
  url: string;
}

/** Captures a tab for a new draft and leaves word of it for the page that opens next, which makes the draft. */
export async function prepareDraft(
  tab: CaptureTarget,
  told: ToldSelection | null,
  nowMs: number,
): Promise<void> {
  const { capture, block } = withTold(await captureTab(tab), told, tab, nowMs);
  const draftId = capture && crypto.randomUUID();
  if (draftId) await captureStore.write(draftId, capture);
  await openRequestItem.setValue({ draftId, block, at: nowMs });
}

function withTold(
  result: CaptureResult,
  told: ToldSelection | null,
  tab: CaptureTarget,
  nowMs: number,
): CaptureResult {
  if (!told || told.text.trim() === '' || result.capture?.kind === 'selection') return result;
  return {
    capture: {
      kind: 'selection',
      title: tab.title || told.url,
      url: told.url,
      capturedAt: nowMs,
      markdown: told.text.trim(),
      candidates: [],
      notes: ['plain-text'],
    },
    block: null,
  };
}
