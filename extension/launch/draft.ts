import { PROJECT_NAME_MIN } from '../../shared/operations/new-project.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { PageCapture } from '../capture/page-capture.ts';
import {
  type Draft,
  type DraftReference,
  isUntouched,
  type LaunchSettings,
  type Template,
} from '../storage/drafts.ts';
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
    designtool: false,
    templateId: null,
  };
}

/** The draft with a page's text as reference; unless the name was typed, it is suggested from the page. */
export function withCapture(draft: Draft, capture: PageCapture): Draft {
  const name = draft.nameTyped
    ? draft.name
    : suggestName(capture.title, URL.parse(capture.url)?.hostname ?? '');
  const reference = referenceOf(capture);
  const words = unfilledIn(draft) === null ? draft.words : filled(draft.words, ofPage(reference));
  return { ...draft, reference, words, keptLines: [], name };
}

/** A page's text as it goes along with words. */
export function referenceOf({ markdown, ...about }: PageCapture): DraftReference {
  return { ...about, text: markdown };
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

export const PLACEHOLDERS = ['title', 'address', 'host', 'date'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/**
 * The template's text with every `{placeholder}` filled from the draft's page. Unknown ones stay as typed, so
 * that braces in a prompt are safe; so do those of a page while there is none.
 * @param today in the user's date format
 */
export function fillTemplate(text: string, reference: Draft['reference'], today: string): string {
  return filled(text, { ...ofPage(reference), date: today });
}

const ofPage = (reference: Draft['reference']): Partial<Record<Placeholder, string>> =>
  reference
    ? {
        title: reference.title,
        address: reference.url,
        host: URL.parse(reference.url)?.hostname ?? '',
      }
    : {};

const filled = (text: string, values: Partial<Record<Placeholder, string>>): string =>
  text
    .replace(/\{(\w+)\}/g, (whole, name: string) => (isPlaceholder(name) ? (values[name] ?? whole) : whole))
    .trim();

/** The first placeholder in a template's words that waits for a page; null: none. */
export function unfilledIn({ words, templateId, reference }: Draft): string | null {
  if (templateId === null || reference !== null) return null;
  const waits = ([, name = '']: RegExpMatchArray) => name !== 'date' && isPlaceholder(name);
  return [...words.matchAll(/\{(\w+)\}/g)].find(waits)?.[0] ?? null;
}

/** The first template whose pattern matches the page's address. */
export function templateFor(templates: readonly Template[], address: string): Template | null {
  return templates.find((entry) => matchesAddress(entry.addressPattern, address)) ?? null;
}

/**
 * Whether an address matches a pattern: `example.org` is the host and everything below it,
 * `example.org/shop/*` also the path, `*.example.org` any subdomain; `*` matches anything.
 */
export function matchesAddress(pattern: string, address: string): boolean {
  const url = URL.parse(address);
  const wanted = pattern
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  if (!url || wanted === '') return false;
  const slash = wanted.indexOf('/');
  const host = slash < 0 ? wanted : wanted.slice(0, slash);
  const path = slash < 0 ? '*' : wanted.slice(slash);
  const hosts = [host, `www.${host}`];
  return (
    hosts.some((one) => fits(one, url.host.toLowerCase())) &&
    fits(path, `${url.pathname}${url.search}`.toLowerCase())
  );
}

/** Wildcards without a regular expression, because a user's pattern must not be able to hang the page. */
function fits(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}
