import { copiedElement } from './copied-element.ts';
import { looksLikeInstruction } from './flag-rules.ts';
import { frameDocument, isReadableFrame, shadowRootOf } from './frames.ts';
import type { SelectedSpan } from './selected-span.ts';
import { backgroundBelow, visibilityOf } from './visibility.ts';

/** Most text copied of one page, in characters: enough for any article, and bounded on a page of megabytes. */
const COPY_MAX_CHARS = 400_000;
const DEPTH_MAX = 600;
/** How far a hidden part is looked through for orders to an AI. */
const HIDDEN_LOOK_CHARS = 5_000;

const SKIPPED = new Set([
  'audio',
  'button',
  'canvas',
  'datalist',
  'embed',
  'head',
  'input',
  'link',
  'map',
  'meta',
  'meter',
  'noscript',
  'object',
  'progress',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
]);

/** A copy of what a reader sees, as plain elements in a document of its own: shadow trees and same-origin frames opened. */
export interface VisibleCopy {
  body: HTMLElement;
  document: Document;
  /** Text was left out because the page is longer than we read. */
  shortened: boolean;
  /** Among the text that no reader can see, and that was left out, some speaks to an AI. */
  hiddenOrders: boolean;
  /** A frame of another site, large enough to matter, could not be read. */
  foreignFrames: boolean;
}

/**
 * Copies what can be seen below `root`; with `span`, only the marked part. Form fields and buttons are never
 * copied: what somebody typed into a page is not part of the page. Needs a laid-out page (a real browser).
 */
export function copyVisible(root: Element, span: SelectedSpan | null): VisibleCopy {
  const document = root.ownerDocument.implementation.createHTMLDocument('');
  const copy: VisibleCopy = {
    body: document.body,
    document,
    shortened: false,
    hiddenOrders: false,
    foreignFrames: false,
  };
  new Copier(copy, span).children(root, document.body, {
    background: 'rgb(255, 255, 255)',
    depth: 0,
    textShown: true,
  });
  return copy;
}

interface Surroundings {
  background: string | null;
  depth: number;
  /** Whether text directly inside can be seen. */
  textShown: boolean;
  /** Line breaks in the text are shown as such. */
  keepsLines?: boolean;
}

class Copier {
  readonly #copy: VisibleCopy;
  readonly #span: SelectedSpan | null;
  #started: boolean;
  #ended = false;
  #chars = 0;

  constructor(copy: VisibleCopy, span: SelectedSpan | null) {
    this.#copy = copy;
    this.#span = span;
    this.#started = span === null;
  }

  children(from: Node, into: Element, around: Surroundings): void {
    for (const node of composedChildren(from)) {
      if (this.#ended || this.#copy.shortened) return;
      this.#passBefore(node);
      if (this.#ended) return;
      if (node.nodeType === Node.TEXT_NODE) this.#text(node as Text, into, around);
      else if (node.nodeType === Node.ELEMENT_NODE) this.#element(node as Element, into, around);
    }
    this.#passEnd(from);
  }

  #passBefore(node: Node): void {
    const span = this.#span;
    if (!span) return;
    if (span.start.at === 'before' && span.start.node === node) this.#started = true;
    if (span.end.at === 'before' && span.end.node === node) this.#ended = true;
  }

  #passEnd(node: Node): void {
    const span = this.#span;
    if (!span) return;
    if (span.start.at === 'end' && span.start.node === node) this.#started = true;
    if (span.end.at === 'end' && span.end.node === node) this.#ended = true;
  }

  #text(node: Text, into: Element, around: Surroundings): void {
    const text = this.#markedPart(node);
    if (text === '') return;
    if (!around.textShown) {
      this.#noteHidden(text);
      return;
    }
    const room = COPY_MAX_CHARS - this.#chars;
    if (text.length > room) this.#copy.shortened = true;
    this.#chars += text.length;
    appendText(into, text.slice(0, room), around.keepsLines ?? false);
  }

  #markedPart(node: Text): string {
    const { data } = node;
    const span = this.#span;
    if (!span) return data;
    const startsHere = span.start.at === 'text' && span.start.node === node;
    const endsHere = span.end.at === 'text' && span.end.node === node;
    if (startsHere) this.#started = true;
    if (!this.#started) return '';
    if (endsHere) this.#ended = true;
    const from = startsHere && span.start.at === 'text' ? span.start.offset : 0;
    const to = endsHere && span.end.at === 'text' ? span.end.offset : data.length;
    return data.slice(from, to);
  }

  #element(element: Element, into: Element, around: Surroundings): void {
    if (SKIPPED.has(element.localName) || around.depth > DEPTH_MAX) return;
    if (!this.#started && !this.#span?.aboveStart.has(element) && this.#span?.start.node !== element) return;
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    if (!style) return;
    const visibility = visibilityOf(element, style, { background: around.background });
    if (visibility === 'hidden') {
      this.#noteHidden(element.textContent ?? '');
      this.#skip(element);
      return;
    }
    if (element.localName === 'iframe' || element.localName === 'frame') {
      this.#frame(element, into, around);
      return;
    }
    const copied = copiedElement(element, style, this.#copy.document);
    if (!copied) return;
    const below: Surroundings = {
      background: backgroundBelow(style, { background: around.background }),
      depth: around.depth + 1,
      textShown: visibility === 'shown',
      keepsLines: style.whiteSpace.startsWith('pre') && !element.closest('pre, code'),
    };
    this.children(element, copied, below);
    if (
      copied.localName === 'img' ||
      copied.localName === 'br' ||
      copied.localName === 'hr' ||
      copied.hasChildNodes()
    ) {
      if (this.#started) into.append(copied);
    }
  }

  #frame(frame: Element, into: Element, around: Surroundings): void {
    const inner = frameDocument(frame)?.body;
    if (!inner) {
      if (isReadableFrame(frame)) this.#copy.foreignFrames = true;
      return;
    }
    const section = this.#copy.document.createElement('div');
    this.children(inner, section, {
      background: 'rgb(255, 255, 255)',
      depth: around.depth + 1,
      textShown: true,
    });
    if (section.hasChildNodes()) into.append(section);
  }

  #noteHidden(text: string): void {
    if (!this.#started || this.#copy.hiddenOrders) return;
    this.#copy.hiddenOrders = text
      .slice(0, HIDDEN_LOOK_CHARS)
      .split('\n')
      .some((line) => looksLikeInstruction(line));
  }

  /** A hidden part that holds an end of the selection must still count as passed. */
  #skip(element: Element): void {
    const span = this.#span;
    if (!span) return;
    if (span.aboveStart.has(element)) this.#started = true;
    if (element.contains(span.end.node)) this.#ended = true;
  }
}

function composedChildren(node: Node): Iterable<Node> {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.childNodes;
  const element = node as Element;
  if (element.localName === 'slot' && 'host' in element.getRootNode()) {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return (shadowRootOf(element) ?? element).childNodes;
}

function appendText(into: Element, text: string, keepsLines: boolean): void {
  if (!keepsLines) {
    into.append(text);
    return;
  }
  text.split('\n').forEach((line, index) => {
    if (index > 0) into.append(into.ownerDocument.createElement('br'));
    if (line !== '') into.append(line);
  });
}
