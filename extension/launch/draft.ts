import { PROJECT_NAME_MIN } from '../../shared/operations/new-project.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { PageCapture } from '../capture/page-capture.ts';
import { type Draft, type DraftReference, isUntouched, type LaunchSettings } from '../storage/drafts.ts';
import { suggestName } from './project-name.ts';

/** An empty draft with the settings of the last launch. */
export function newDraft(id: string, nowMs: number, settings: LaunchSettings): Draft {
  return {
    id,
    createdAt: nowMs,
    updatedAt: nowMs,
    words: '',
    reference: null,
    keptLines: [],
    name: '',
    nameTyped: false,
    label: '',
    description: '',
    settings,
    attachments: [],
    secrets: [],
    templateId: null,
  };
}

/** The draft with a page's text as its reference; unless the name was typed, it is suggested from the page. */
export function withCapture(draft: Draft, capture: PageCapture): Draft {
  const { markdown, ...about } = capture;
  const reference: DraftReference = { ...about, text: markdown };
  const name = draft.nameTyped
    ? draft.name
    : suggestName(capture.title, URL.parse(capture.url)?.hostname ?? '');
  return { ...draft, reference, keptLines: [], name };
}

/** Suggests a name from the first sentence of a text; empty while the text is too short. */
export function nameOfWords(words: string): string {
  const [sentence = ''] = words.trim().split(/[.!?:;\n]/);
  return sentence.trim().length < PROJECT_NAME_MIN ? '' : suggestName(sentence);
}

/** A new draft like an earlier one; secrets keep their names and must be typed again. */
export function draftAgain(earlier: Draft, id: string, nowMs: number): Draft {
  return {
    ...earlier,
    id,
    createdAt: nowMs,
    updatedAt: nowMs,
    attachments: earlier.attachments.filter((entry) => entry.source.kind === 'address'),
  };
}

/** Whether a draft is empty. */
export function isBlank(draft: Draft): boolean {
  return isUntouched(draft) && draft.reference === null;
}

/** Whether a draft is only a captured page without any input, more than a day old: not worth listing. */
export function isForgotten(draft: Draft, nowMs: number): boolean {
  return isUntouched(draft) && nowMs - draft.updatedAt > DAY_MS;
}

/** Number of words, by the rules of the user's language. */
export function wordCount(text: string): number {
  let count = 0;
  for (const part of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (part.isWordLike) count += 1;
  }
  return count;
}
