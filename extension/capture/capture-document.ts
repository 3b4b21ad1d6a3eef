import { candidatesOf } from './candidates.ts';
import { documentsWithin, shadowRootsBelow } from './frames.ts';
import { mainPart } from './main-part.ts';
import { toMarkdown } from './markdown.ts';
import {
  type CaptureNote,
  type CaptureResult,
  MARKDOWN_MAX_CHARS,
  type PageCapture,
} from './page-capture.ts';
import { type SelectedSpan, selectedSpan } from './selected-span.ts';
import { copyVisible, type VisibleCopy } from './visible-copy.ts';

/**
 * Captures a page: what is marked, else the article, else the page's text. Runs inside the page and changes nothing there.
 * @param nowMs becomes the time of the capture
 */
export function captureDocument(document: Document, nowMs: number): CaptureResult {
  const title = titleOf(document);
  const url = document.location.href;
  const block = typeBlock(document);
  if (block) return { capture: null, block, title, url };
  const about = { title, url, capturedAt: nowMs };
  const capture =
    captureField(document, about) ?? captureSelection(document, about) ?? captureRest(document, about);
  return capture ? { capture, block: null } : { capture: null, block: 'empty', title, url };
}

type About = Pick<PageCapture, 'title' | 'url' | 'capturedAt'>;

function typeBlock(document: Document): 'pdf' | 'not-text' | null {
  const type = document.contentType;
  if (type === 'application/pdf' || document.querySelector('body > embed[type="application/pdf"]'))
    return 'pdf';
  return /^(image|video|audio|font)\//.test(type) && type !== 'image/svg+xml' ? 'not-text' : null;
}

/** Text marked inside a form field: no part of the document's selection, but plainly meant. Passwords are never read. */
function captureField(document: Document, about: About): PageCapture | null {
  const field = document.activeElement;
  if (!field || !('selectionStart' in field) || field.getAttribute('type') === 'password') return null;
  const { selectionStart, selectionEnd, value } = field as HTMLTextAreaElement;
  const text = value.slice(selectionStart ?? 0, selectionEnd ?? 0).trim();
  return text ? finished('selection', text, [], ['plain-text'], about) : null;
}

function captureSelection(document: Document, about: About): PageCapture | null {
  for (const within of documentsWithin(document)) {
    const span = within.body ? selectedSpan(within, shadowRootsBelow(within)) : null;
    const capture = span ? captureSpan(within, span, about) : null;
    if (capture) return capture;
  }
  return null;
}

function captureSpan(document: Document, span: SelectedSpan, about: About): PageCapture | null {
  const copy = copyVisible(document.body, span);
  const markdown = toMarkdown(copy.body);
  return markdown ? finished('selection', markdown, candidatesOf(copy.body), notesOf(copy), about) : null;
}

function captureRest(document: Document, about: About): PageCapture | null {
  if (!document.body) return null;
  const copy = copyVisible(document.body, null);
  const part = mainPart(copy.document, about.title);
  const markdown = toMarkdown(part.element);
  return markdown ? finished(part.kind, markdown, candidatesOf(part.element), notesOf(copy), about) : null;
}

function notesOf(copy: VisibleCopy): CaptureNote[] {
  const notes: CaptureNote[] = [];
  if (copy.shortened) notes.push('shortened');
  if (copy.foreignFrames) notes.push('foreign-frames');
  if (copy.hiddenOrders) notes.push('hidden-orders');
  return notes;
}

function finished(
  kind: PageCapture['kind'],
  markdown: string,
  candidates: PageCapture['candidates'],
  notes: CaptureNote[],
  about: About,
): PageCapture {
  if (markdown.length <= MARKDOWN_MAX_CHARS) return { kind, ...about, markdown, candidates, notes };
  const cut = markdown.slice(0, MARKDOWN_MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '');
  const lastBreak = cut.lastIndexOf('\n');
  const shorter = lastBreak > MARKDOWN_MAX_CHARS / 2 ? cut.slice(0, lastBreak) : cut;
  return {
    kind,
    ...about,
    markdown: shorter,
    candidates,
    notes: [...new Set<CaptureNote>([...notes, 'shortened'])],
  };
}

function titleOf(document: Document): string {
  const title = document.title || document.querySelector('h1')?.textContent || document.location.hostname;
  return title.replace(/\s+/g, ' ').trim().slice(0, 300);
}
