import type { CaptureBlock } from '../capture/page-capture.ts';
import { captureStore } from './capture-store.ts';
import { capturedPage } from './captured-page.ts';
import { openRequestItem } from './open-request.ts';

/** What a menu entry or the shortcut has prepared for the page that opens next: a draft, or why there is none. */
export type Prepared = { draftId: string | null; block: CaptureBlock | null };

/** Takes what was prepared, once. The draft itself is made by `draftCaptures`. */
export async function takePrepared(): Promise<Prepared | null> {
  const request = await openRequestItem.getValue();
  if (!request) return null;
  await openRequestItem.removeValue();
  const captured = await captureStore.read(request.draftId);
  const block = captured && capturedPage(captured).block;
  return { draftId: block ? null : request.draftId, block };
}
