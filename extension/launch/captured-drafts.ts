import { HOUR_MS } from '../../shared/time.ts';
import { stripInvisible } from '../capture/invisible-characters.ts';
import type { CaptureBlock, CaptureResult, PageCapture } from '../capture/page-capture.ts';
import { readCapture } from '../capture/read-tab.ts';
import { type Captured, captures } from '../storage/captures.ts';
import { type Draft, draftStore, lastSettings, templateStore } from '../storage/drafts.ts';
import { openRequestItem } from '../storage/session.ts';
import { fillTemplate, newDraft, templateFor, withCapture } from './draft.ts';

/** How long a failed capture is stored if no page has shown it. */
const UNTAKEN_KEPT_MS = HOUR_MS;

/** A draft of a capture, with the last launch's settings and the text of the template for its address. */
export async function draftOfCapture(id: string, capture: PageCapture, nowMs: number): Promise<Draft> {
  const settings = await lastSettings.read();
  const draft = withCapture(newDraft(id, nowMs, settings), capture);
  const template = templateFor(await templateStore.read(), capture.url);
  if (!template) return draft;
  return {
    ...draft,
    words: fillTemplate(template.text, draft.reference, dayOf(nowMs)),
    templateId: template.id,
  };
}

/** Stores a draft of everything that the background captured since a page last called this. */
export async function draftCaptures(nowMs: number): Promise<void> {
  for (const [draftId, captured] of await captures.list()) {
    const capture = captured && capturedPage(captured).capture;
    // The page that opens it shows why there is none.
    if (captured && !capture && nowMs - captured.at < UNTAKEN_KEPT_MS) continue;
    // Another page may have been faster, and its user may be typing.
    if (capture && !(await draftStore.read(draftId))) {
      await draftStore.write(await draftOfCapture(draftId, capture, capture.capturedAt));
    }
    await captures.remove(draftId);
  }
}

export function dayOf(nowMs: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(nowMs);
}

/** The captured page of a draft, or the reason for none. */
export function capturedPage({ asked, told: reported, at }: Captured): CaptureResult {
  const result = readCapture(asked);
  const text = reported?.text.trim();
  if (!reported || !text || result.capture?.kind === 'selection') return result;
  const plain = stripInvisible(text);
  return {
    capture: {
      kind: 'selection',
      title: asked.tab.title || reported.url,
      url: reported.url,
      capturedAt: at,
      markdown: plain.text,
      candidates: [],
      notes: ['plain-text'],
      leftOut: { hidden: 0, invisible: plain.count },
    },
    block: null,
  };
}

/** What a menu entry or the shortcut prepared for the page that opens next: a draft, or why there is none. */
export type Prepared = { draftId: string | null; block: CaptureBlock | null };

/** Takes what was prepared, once. The draft itself is made by `draftCaptures`. */
export async function takePrepared(): Promise<Prepared | null> {
  const request = await openRequestItem.getValue();
  if (!request) return null;
  await openRequestItem.removeValue();
  const captured = await captures.read(request.draftId);
  const block = captured && capturedPage(captured).block;
  return { draftId: block ? null : request.draftId, block };
}
