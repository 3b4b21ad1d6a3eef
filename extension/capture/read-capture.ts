import { parse } from '../../shared/parse.ts';
import { addressBlock, refusalBlock } from './address-block.ts';
import type { AskedTab } from './asked-tab.ts';
import { type CaptureBlock, type CaptureResult, captureResult } from './page-capture.ts';

/** Makes sense of what a tab answered: a capture, or why there is none. */
export function readCapture({ tab, answer, refused }: AskedTab): CaptureResult {
  const blocked = (block: CaptureBlock): CaptureResult => ({
    capture: null,
    block,
    title: tab.title ?? '',
    url: tab.url ?? '',
  });
  const known = addressBlock(tab.url);
  if (known) return blocked(known);
  if (tab.id === undefined) return blocked('not-asked');
  return refused ? blocked(refusalBlock(tab.url)) : (parse(captureResult, answer) ?? blocked('refused'));
}
