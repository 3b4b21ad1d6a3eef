import { HOUR_MS } from '../../shared/durations.ts';
import type { PageCapture } from '../capture/page-capture.ts';
import { captureStore } from './capture-store.ts';
import { capturedPage } from './captured-page.ts';
import type { Draft } from './draft.ts';
import { draftStore } from './draft-store.ts';
import { parsedTemplates, readSettingsOfLastLaunch, templatesItem } from './launch-items.ts';
import { newDraft, withCapture } from './new-draft.ts';
import { fillTemplate, templateFor } from './template.ts';

/** A page that could not be read, and that no page has taken within this time, is forgotten. */
const UNTAKEN_KEPT_MS = HOUR_MS;

/** A new draft of a capture, with the settings of the last launch and the words of the template for its address. */
export async function draftOfCapture(id: string, capture: PageCapture, nowMs: number): Promise<Draft> {
  const settings = await readSettingsOfLastLaunch();
  const draft = withCapture(newDraft(id, nowMs, settings), capture);
  const template = templateFor(parsedTemplates(await templatesItem.getValue()), capture.url);
  if (!template) return draft;
  return {
    ...draft,
    words: fillTemplate(template.text, draft.reference, dayOf(nowMs)),
    templateId: template.id,
  };
}

/**
 * Stores a draft of everything that the background captured since a page last looked.
 */
export async function draftCaptures(nowMs: number): Promise<void> {
  for (const { draftId, captured } of await captureStore.list()) {
    const capture = captured && capturedPage(captured).capture;
    // Why there is none is told by the page that takes it.
    if (captured && !capture && nowMs - captured.at < UNTAKEN_KEPT_MS) continue;
    // Another page may have been faster, and its user may be typing.
    if (capture && !(await draftStore.read(draftId))) {
      await draftStore.write(await draftOfCapture(draftId, capture, capture.capturedAt));
    }
    await captureStore.remove(draftId);
  }
}

/** The day as the user writes it. */
export function dayOf(nowMs: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(nowMs);
}
