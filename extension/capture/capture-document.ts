import { FAINT, type VisibleCopy } from './copy.ts';
import { type Deadline, deadlineIn } from './deadline.ts';
import * as dom from './dom.ts';
import { documentsWithin, shadowRootsBelow } from './frames.ts';
import { stripInvisible } from './invisible-characters.ts';
import { mainPart } from './main-part.ts';
import { toMarkdown } from './markdown.ts';
import {
  CANDIDATES_MAX,
  type Candidate,
  type CaptureNote,
  type CaptureResult,
  MARKDOWN_MAX_CHARS,
  type PageCapture,
} from './page-capture.ts';
import { selectedSpan } from './selected-span.ts';
import { copyVisible } from './visible-copy.ts';

/**
 * Time limit for reading a page, after which what was read so far is used. The time for finding the article
 * and writing Markdown comes on top.
 */
const READING_MAX_MS = 1_500;
/** Share of it for finding shadow trees: a page with many of them leaves time to read its text. */
const SHADOWS_MAX_MS = 500;
/** After this time no article is searched for: the whole page is used. */
const WHOLE_MAX_MS = 2_500;

/**
 * Captures a page: the selection, else the article, else its text. Runs in the page without changing it.
 * @param nowMs time of the capture
 */
export function captureDocument(document: Document, nowMs: number): CaptureResult {
  const title = titleOf(document);
  const url = document.location.href;
  const block = typeBlock(document);
  if (block) return { capture: null, block, title, url };
  const about: About = {
    page: { title, url, capturedAt: nowMs },
    shadows: deadlineIn(SHADOWS_MAX_MS),
    reading: deadlineIn(READING_MAX_MS),
    whole: deadlineIn(WHOLE_MAX_MS),
  };
  const capture =
    captureField(document, about) ?? captureSelection(document, about) ?? captureRest(document, about);
  return capture ? { capture, block: null } : { capture: null, block: 'empty', title, url };
}

interface About {
  page: Pick<PageCapture, 'title' | 'url' | 'capturedAt'>;
  /** For finding shadow trees, which a selection may cross. */
  shadows: Deadline;
  reading: Deadline;
  whole: Deadline;
}

function typeBlock(document: Document): 'pdf' | 'not-text' | null {
  const type = dom.contentType(document);
  if (type === 'application/pdf' || dom.findAll(document, 'body > embed[type="application/pdf"]').length > 0)
    return 'pdf';
  return /^(image|video|audio|font)\//.test(type) && type !== 'image/svg+xml' ? 'not-text' : null;
}

/** Text selected in a form field, which is not part of the document's selection. Passwords are never read. */
function captureField(document: Document, about: About): PageCapture | null {
  const field = dom.focusedElement(document);
  if (!field || !/^(?:input|textarea)$/.test(dom.localName(field))) return null;
  if (field.getAttribute('type') === 'password') return null;
  const { selectionStart, selectionEnd, value } = field as HTMLTextAreaElement;
  const { text, count } = stripInvisible(value.slice(selectionStart ?? 0, selectionEnd ?? 0).trim());
  if (!text) return null;
  return finished(
    'selection',
    text,
    [],
    { notes: ['plain-text'], leftOut: { hidden: 0, invisible: count } },
    about,
  );
}

function captureSelection(document: Document, about: About): PageCapture | null {
  for (const within of documentsWithin(document)) {
    if (!dom.body(within)) continue;
    const span = selectedSpan(within, () => shadowRootsBelow(within, about.shadows));
    const copy = span && copyVisible(within, span, about.reading);
    const capture = copy && capturePart('selection', copy, copy.body, about);
    if (capture) return capture;
  }
  return null;
}

function captureRest(document: Document, about: About): PageCapture | null {
  if (!dom.body(document)) return null;
  const copy = copyVisible(document, null, about.reading);
  const part = mainPart(document, copy.document, about.page.title, about.whole);
  return capturePart(part.kind, copy, part.element, about);
}

/** A part of a visible copy; null where there is no text in it. */
function capturePart(
  kind: PageCapture['kind'],
  copy: VisibleCopy,
  part: HTMLElement,
  about: About,
): PageCapture | null {
  const markdown = toMarkdown(part);
  return markdown ? finished(kind, markdown, candidatesOf(part), tellingsOf(copy, part), about) : null;
}

/** Notes for the reader about how the text was captured. */
type Tellings = Pick<PageCapture, 'notes' | 'leftOut'>;

function tellingsOf(copy: VisibleCopy, part: HTMLElement): Tellings {
  const notes: CaptureNote[] = [];
  if (copy.shortened) notes.push('shortened');
  if (copy.cut) notes.push('cut-short');
  if (copy.foreignFrames) notes.push('foreign-frames');
  if (copy.unreadSigns) notes.push('unread-signs');
  if (copy.hiddenOrders) notes.push('hidden-orders');
  if (part.matches(`[${FAINT}]`) || part.querySelector(`[${FAINT}]`) || copy.faint.some(isIn(part)))
    notes.push('hard-to-see');
  return { notes, leftOut: { hidden: copy.hidden, invisible: copy.invisible } };
}

/** Whether a text of the copy is in a part that was taken of it. */
function isIn(part: HTMLElement): (text: string) => boolean {
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  const whole = plain(part.textContent);
  return (text) => whole.includes(plain(text));
}

function finished(
  kind: PageCapture['kind'],
  markdown: string,
  candidates: PageCapture['candidates'],
  tellings: Tellings,
  { page }: About,
): PageCapture {
  const whole = { kind, ...page, markdown, candidates, ...tellings };
  if (markdown.length <= MARKDOWN_MAX_CHARS) return whole;
  const cut = markdown.slice(0, MARKDOWN_MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '');
  const lastBreak = cut.lastIndexOf('\n');
  const shorter = lastBreak > MARKDOWN_MAX_CHARS / 2 ? cut.slice(0, lastBreak) : cut;
  return { ...whole, markdown: shorter, notes: [...new Set<CaptureNote>([...whole.notes, 'shortened'])] };
}

function titleOf(document: Document): string {
  const [heading] = dom.findAll(document, 'h1');
  const title =
    dom.documentTitle(document) || (heading && dom.textContent(heading)) || document.location.hostname;
  return stripInvisible(title).text.replace(/\s+/g, ' ').trim().slice(0, 300);
}

/** Images and links of the captured part, each address once, in the page's order. */
export function candidatesOf(part: HTMLElement): Candidate[] {
  const found = (kind: Candidate['kind'], selector: string, address: string) => {
    const byUrl = new Map<string, Candidate>();
    for (const element of part.querySelectorAll(selector)) {
      const url = element.getAttribute(address);
      const text = (element.getAttribute('alt') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
      if (url && !byUrl.has(url)) byUrl.set(url, { kind, url, text: text.slice(0, 120) });
    }
    return [...byUrl.values()].slice(0, CANDIDATES_MAX);
  };
  return [...found('image', 'img', 'src'), ...found('link', 'a[href]', 'href')];
}
