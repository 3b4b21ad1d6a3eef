import * as dom from './dom.ts';
import { looksLikeInstruction } from './flag-rules.ts';
import { stripInvisible } from './invisible-characters.ts';
import { BLANK } from './markdown.ts';

/** How much of a hidden part is searched for orders to an AI. */
const HIDDEN_LOOK_CHARS = 5_000;

/** Elements whose content is never copied. */
export const SKIPPED = new Set([
  'audio',
  'button',
  'canvas',
  'datalist',
  'desc',
  'input',
  'metadata',
  'meter',
  'noscript',
  'object',
  'progress',
  'rp',
  'script',
  'select',
  'style',
  'template',
  'textarea',
  'title',
  'video',
]);
/** Skipped elements that contain invisible text of the page. */
export const UNSEEN_WITHIN: Partial<Record<string, (element: Element) => string>> = {
  noscript: dom.textContent,
  template: (element) => dom.textContent((element as HTMLTemplateElement).content),
  datalist: linesOf('option'),
  select: linesOf('option'),
  object: dom.textContent,
  video: dom.textContent,
  audio: dom.textContent,
  canvas: dom.textContent,
  title: dom.textContent,
  desc: dom.textContent,
  metadata: dom.textContent,
};
function linesOf(selector: string): (element: Element) => string {
  return (element) => [...element.querySelectorAll(selector)].map(dom.textContent).join('\n');
}

/** Attributes whose text is not visible on the page. */
export const UNSEEN_ATTRIBUTES = ['title', 'aria-label', 'aria-description'];

/** Most text copied of one page, in characters: enough for any article. */
const COPY_MAX_CHARS = 400_000;
/** Most elements copied: with more, finding the article and writing Markdown take too long. */
const COPY_MAX_ELEMENTS = 30_000;
/** Marks elements of the copy with text that is easily overlooked; long ones are also found by their text. */
export const FAINT = 'data-faint';
const FAINT_MIN_CHARS = 24;

/**
 * A copy of what a reader sees: plain elements in a separate document, with shadow trees and frames of the
 * same origin expanded.
 */
export interface VisibleCopy {
  body: HTMLElement;
  document: Document;
  /** Text was left out because the page is too long. */
  shortened: boolean;
  /** Text was left out because the page took too long to read. */
  cut: boolean;
  /** Longer texts that may be overlooked or not be seen: tiny, faint, on a picture, or behind something. */
  faint: string[];
  /** A large frame of another site could not be read. */
  foreignFrames: boolean;
  /** A cell has nothing but a sign without words: {@link UNREAD} stands in it. */
  unreadSigns: boolean;
  /** How many characters a reader does not see: of hidden texts, and invisible ones in others. */
  hidden: number;
  invisible: number;
  /** Some of the hidden text addresses an AI. */
  hiddenOrders: boolean;
}

/** What stands in a cell that shows a sign without words. */
const UNREAD = '[?]';

export const emptyCopy = (document: Document): VisibleCopy => ({
  body: document.body,
  document,
  shortened: false,
  cut: false,
  hidden: 0,
  invisible: 0,
  hiddenOrders: false,
  faint: [],
  foreignFrames: false,
  unreadSigns: false,
});

/** What is known of a copy while it is made: how much it holds, and what is overlooked, hidden or unread. */
export class CopyFacts {
  readonly #copy: VisibleCopy;
  chars = 0;
  #elements = 0;
  /** Signs without words, until now; those of controls say nothing. */
  signs = 0;

  constructor(copy: VisibleCopy) {
    this.#copy = copy;
  }

  /** @returns what there is room for of a text */
  take(text: string): string {
    const room = COPY_MAX_CHARS - this.chars;
    if (text.length > room) this.#copy.shortened = true;
    this.chars += text.length;
    return text.slice(0, room);
  }

  countElement(): void {
    this.#elements += 1;
    if (this.#elements > COPY_MAX_ELEMENTS) this.#copy.shortened = true;
  }

  /** A short text may be anywhere in what is taken of the page: its element tells whether it is this one. */
  noteFaint(text: string, into: Element): void {
    into.setAttribute(FAINT, '');
    if (text.trim().length >= FAINT_MIN_CHARS) this.#copy.faint.push(text);
  }

  addSign(element: Element): void {
    if (element.closest('a, button, [role=button]') === null) this.signs += 1;
  }

  noteUnread(cell: HTMLElement): void {
    if (cell.querySelector('img') || cell.textContent?.trim() !== '') return;
    const mark = cell.appendChild(this.#copy.document.createElement('span'));
    mark.setAttribute('data-mark', UNREAD);
    mark.append(UNREAD);
    this.#copy.unreadSigns = true;
  }

  clean(given: string): string {
    const { text, count, spelled } = stripInvisible(given);
    this.noteInvisible(count, spelled);
    return text;
  }

  /** Counts a text that was left out, and looks for orders in it. */
  noteHidden(text: string): void {
    if (text === '') return;
    const { text: plain, spelled } = stripInvisible(text.slice(0, HIDDEN_LOOK_CHARS));
    this.#copy.hidden += text.trim().length;
    this.#scan(plain);
    this.#scan(spelled);
  }

  /** Counts invisible characters that were removed. @param spelled what they spell */
  noteInvisible(count: number, spelled: string): void {
    this.#copy.invisible += count;
    this.#scan(spelled);
  }

  #scan(text: string): void {
    if (this.#copy.hiddenOrders || text === '') return;
    this.#copy.hiddenOrders = text.split('\n').some((line) => looksLikeInstruction(line));
  }
}

/** What a text keeps of its white space. */
export type Kept = 'nothing' | 'lines' | 'lines-and-blanks';

export const struckWithin = (into: Element): Element =>
  into.appendChild(into.ownerDocument.createElement('s'));

export function keptOf({ whiteSpace }: CSSStyleDeclaration): Kept {
  if (whiteSpace === 'pre-line') return 'lines';
  return whiteSpace.startsWith('pre') || whiteSpace === 'break-spaces' ? 'lines-and-blanks' : 'nothing';
}

/** Blanks that the page shows, as ones that Markdown keeps. */
const unbroken = (line: string) =>
  line.replaceAll('\t', '    ').replace(/^ +| {2,}/g, (blanks) => BLANK.repeat(blanks.length));

/** Writes a text into the copy, with what it keeps of its white space. */
export function appendText(into: Element, text: string, keeps: Kept): ChildNode[] {
  const document = into.ownerDocument;
  const written = keeps === 'lines-and-blanks' ? unbroken : (line: string) => line;
  const nodes: ChildNode[] =
    keeps === 'nothing'
      ? [document.createTextNode(text)]
      : text
          .split('\n')
          .flatMap((line, index) => [
            ...(index > 0 ? [document.createElement('br')] : []),
            ...(line === '' ? [] : [document.createTextNode(written(line))]),
          ]);
  into.append(...nodes);
  return nodes;
}
