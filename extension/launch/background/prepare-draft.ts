import { type CaptureTarget, captureTab } from '../../capture/capture-tab.ts';
import type { CaptureResult, PageCapture } from '../../capture/page-capture.ts';
import type { Draft } from '../draft/draft.ts';
import { newDraft, withCapture } from '../draft/new-draft.ts';
import { draftStore } from '../store/draft-store.ts';
import { parsedTemplates, readSettingsOfLastLaunch, templatesItem } from '../store/launch-items.ts';
import { openRequestItem } from '../store/open-request.ts';
import { fillTemplate, templateFor } from '../templates/template.ts';

/** Text that the browser itself told of a selection, for pages where we can't read it ourselves (frames, its PDF viewer). */
export interface ToldSelection {
  text: string;
  url: string;
}

/** Captures a tab into a new draft and leaves word of it for the page that opens next. */
export async function prepareDraft(
  tab: CaptureTarget,
  told: ToldSelection | null,
  nowMs: number,
): Promise<void> {
  const result = withTold(await captureTab(tab), told, tab, nowMs);
  if (!result.capture) {
    await openRequestItem.setValue({ draftId: null, block: result.block, at: nowMs });
    return;
  }
  const draft = await draftOf(result.capture, nowMs);
  await draftStore.write(draft);
  await openRequestItem.setValue({ draftId: draft.id, block: null, at: nowMs });
}

/** A new draft of a capture, with the settings of the last launch and the words of the template for its address. */
export async function draftOf(capture: PageCapture, nowMs: number): Promise<Draft> {
  const settings = await readSettingsOfLastLaunch();
  const draft = withCapture(newDraft(crypto.randomUUID(), nowMs, settings), capture);
  const template = templateFor(parsedTemplates(await templatesItem.getValue()), capture.url);
  if (!template) return draft;
  return {
    ...draft,
    words: fillTemplate(template.text, draft.reference, dayOf(nowMs)),
    templateId: template.id,
  };
}

/** The day as the user writes it. */
export function dayOf(nowMs: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(nowMs);
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
