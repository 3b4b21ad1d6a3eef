import type { CaptureBlock } from '../../capture/page-capture.ts';
import { sessionItem } from '../../storage/stored-item.ts';

/** What a menu entry or the shortcut has prepared for the page that opens next: a draft, or why there is none. */
export type OpenRequest = { draftId: string | null; block: CaptureBlock | null; at: number };

export const openRequestItem = sessionItem<OpenRequest | null>('launch-open', null);

/** Takes what was prepared, once. */
export async function takeOpenRequest(): Promise<OpenRequest | null> {
  const request = await openRequestItem.getValue();
  if (request) await openRequestItem.removeValue();
  return request;
}
