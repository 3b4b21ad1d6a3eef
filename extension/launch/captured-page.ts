import type { CaptureResult } from '../capture/page-capture.ts';
import { readCapture } from '../capture/read-capture.ts';
import type { Captured } from './captured.ts';

/** The text that was captured for a draft, or why there is none. */
export function capturedPage({ asked, told, at }: Captured): CaptureResult {
  const result = readCapture(asked);
  const text = told?.text.trim();
  if (!told || !text || result.capture?.kind === 'selection') return result;
  return {
    capture: {
      kind: 'selection',
      title: asked.tab.title || told.url,
      url: told.url,
      capturedAt: at,
      markdown: text,
      candidates: [],
      notes: ['plain-text'],
    },
    block: null,
  };
}
