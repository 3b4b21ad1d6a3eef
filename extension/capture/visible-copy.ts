import { type Box, covers, isReadable } from './clip.ts';
import { copiedElement, isLegibleImage } from './copied-element.ts';
import type { Deadline } from './deadline.ts';
import * as dom from './dom.ts';
import { looksLikeInstruction } from './flag-rules.ts';
import { frameDocument, isReadableFrame, shadowRootOf } from './frames.ts';
import { stripInvisible } from './invisible-characters.ts';
import type { SelectedSpan } from './selected-span.ts';
import { enter, isAbove, isFoldedAway, isOpaque, type Surroundings, surroundingsOf } from './visibility.ts';

/** Most text copied of one page, in characters: enough for any article. */
const COPY_MAX_CHARS = 400_000;
/** Most elements copied: with more, finding the article and writing Markdown take too long. */
const COPY_MAX_ELEMENTS = 30_000;
const DEPTH_MAX = 600;
/** How much of a hidden part is searched for orders to an AI. */
const HIDDEN_LOOK_CHARS = 5_000;
const FRAME_MIN_PX = 8;
const COVERS_MAX = 2_000;
const COVER_MIN_PX = 8;

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
/** Skipped elements that contain invisible text of the page. */
const UNSEEN_WITHIN: Partial<Record<string, (element: Element) => string>> = {
  noscript: dom.textContent,
  template: (element) => dom.textContent((element as HTMLTemplateElement).content),
  datalist: linesOf('option'),
  select: linesOf('option'),
  object: dom.textContent,
  video: dom.textContent,
  audio: dom.textContent,
  canvas: dom.textContent,
  svg: linesOf('title, desc, metadata'),
};
function linesOf(selector: string): (element: Element) => string {
  return (element) => [...element.querySelectorAll(selector)].map(dom.textContent).join('\n');
}

/** Attributes whose text is not visible on the page. */
const UNSEEN_ATTRIBUTES = ['title', 'aria-label', 'aria-description'];

/**
 * A copy of what a reader sees, as plain elements in a separate document, with shadow trees and same-origin frames
 * expanded.
 */
export interface VisibleCopy {
  body: HTMLElement;
  document: Document;
  /** Text was left out because the page is too long. */
  shortened: boolean;
  /** Text was left out because the page took too long to read. */
  cut: boolean;
  /** Characters of hidden text that was left out. */
  hidden: number;
  /** Invisible characters that were removed from the text. */
  invisible: number;
  /** Some of the hidden text addresses an AI. */
  hiddenOrders: boolean;
  /** Some of the text is easily overlooked: tiny, faint, on a picture, or disabled. */
  faint: boolean;
  /** A large frame of another site could not be read. */
  foreignFrames: boolean;
}

/**
 * Copies the visible content of a document's body; with `span`, only the selection. Form fields and buttons are never
 * copied, because user input is not part of the page. Needs layout, so a real browser.
 */
export function copyVisible(of: Document, span: SelectedSpan | null, deadline: Deadline): VisibleCopy {
  const document = dom.implementation(of).createHTMLDocument('');
  const copy: VisibleCopy = {
    body: document.body,
    document,
    shortened: false,
    cut: false,
    hidden: 0,
    invisible: 0,
    hiddenOrders: false,
    faint: false,
    foreignFrames: false,
  };
  new Copier(copy, span, deadline).copy(of);
  return copy;
}

interface Place extends Surroundings {
  depth: number;
  /** Whether line breaks in the text are preserved. */
  keepsLines: boolean;
}

/** A copied text that may still turn out to be covered. */
interface CopiedText {
  nodes: ChildNode[];
  text: string;
  lines: Box[];
  order: number;
  layers: Surroundings['layers'];
  pinnedBy: number;
}

/** A box with an opaque background, and which part of the walk is inside it. */
interface Cover extends Pick<CopiedText, 'layers' | 'pinnedBy'> {
  box: Box;
  first: number;
  last: number;
}

class Copier {
  readonly #copy: VisibleCopy;
  readonly #span: SelectedSpan | null;
  readonly #deadline: Deadline;
  readonly #range: Range;
  readonly #texts: CopiedText[] = [];
  readonly #covers: Cover[] = [];
  #started: boolean;
  #ended = false;
  #chars = 0;
  #elements = 0;
  #order = 0;

  constructor(copy: VisibleCopy, span: SelectedSpan | null, deadline: Deadline) {
    this.#copy = copy;
    this.#span = span;
    this.#deadline = deadline;
    this.#started = span === null;
    this.#range = copy.document.createRange();
  }

  copy(document: Document): void {
    this.#document(document, this.#copy.body, 0);
    this.#leaveOutCovered();
  }

  /** Applies the effects of a document's outer elements to its content, without copying them. */
  #document(document: Document, into: Element, depth: number): void {
    let place: Place = { ...surroundingsOf(document), depth, keepsLines: false };
    for (const element of [dom.rootElement(document), dom.body(document)]) {
      const style = element && dom.styleOf(element);
      if (!style) continue;
      this.#order += 1;
      const below = enter(element, style, place, this.#order);
      if (!below) {
        this.#noteHidden(dom.textContent(element));
        return;
      }
      place = { ...place, ...below };
    }
    const body = dom.body(document);
    if (body) this.#children(body, into, place);
  }

  #isOver(): boolean {
    if (!this.#copy.cut && this.#deadline.passed()) this.#copy.cut = true;
    return this.#ended || this.#copy.shortened || this.#copy.cut;
  }

  #children(from: Node, into: Element, around: Place): void {
    for (const node of this.#composedChildren(from)) {
      if (this.#isOver()) return;
      this.#passBefore(node);
      if (this.#ended) return;
      if (dom.isText(node)) this.#text(node, into, around);
      else if (dom.isElement(node)) this.#element(node, into, around);
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

  #text(node: Text, into: Element, around: Place): void {
    const marked = this.#markedPart(node);
    if (marked === '') return;
    const { text, count, spelled } = stripInvisible(marked);
    if (text.trim() === '') {
      this.#noteInvisible(count, spelled);
      if (around.shown) appendText(into, text, around.keepsLines);
      return;
    }
    const lines = around.shown && !isFoldedAway(node) ? this.#readableLines(node, around) : [];
    if (lines.length === 0) {
      this.#noteHidden(marked);
      return;
    }
    this.#noteInvisible(count, spelled);
    if (around.faint) this.#copy.faint = true;
    const room = COPY_MAX_CHARS - this.#chars;
    if (text.length > room) this.#copy.shortened = true;
    this.#chars += text.length;
    const nodes = appendText(into, text.slice(0, room), around.keepsLines);
    this.#order += 1;
    const { layers, pinnedBy } = around;
    this.#texts.push({ nodes, text, lines, order: this.#order, layers, pinnedBy });
  }

  #readableLines(node: Text, { clips }: Place): Box[] {
    this.#range.selectNodeContents(node);
    return [...this.#range.getClientRects()].filter((line) => isReadable(line, clips.flow));
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

  #element(element: Element, into: Element, around: Place): void {
    const name = dom.localName(element);
    if (SKIPPED.has(name)) {
      this.#noteHidden(UNSEEN_WITHIN[name]?.(element) ?? '');
      return;
    }
    if (around.depth > DEPTH_MAX) {
      this.#copy.shortened = true;
      return;
    }
    if (!this.#started && !this.#span?.aboveStart.has(element) && this.#span?.start.node !== element) return;
    const style = dom.styleOf(element);
    if (!style) return;
    this.#order += 1;
    const first = this.#order;
    const below = enter(element, style, around, first);
    if (!below) {
      this.#noteHidden(dom.textContent(element));
      this.#skip(element);
      return;
    }
    for (const attribute of UNSEEN_ATTRIBUTES) this.#noteHidden(dom.attribute(element, attribute) ?? '');
    if (name === 'iframe' || name === 'frame') {
      this.#frame(element, into, below, around.depth);
      return;
    }
    const isImage = name === 'img';
    if (isImage && !(below.shown && isLegibleImage(element, below.clips.flow))) {
      this.#noteHidden(dom.attribute(element, 'alt') ?? '');
      return;
    }
    const copied = copiedElement(element, style, this.#copy.document);
    if (!copied) return;
    this.#elements += 1;
    if (this.#elements > COPY_MAX_ELEMENTS) this.#copy.shortened = true;
    if (isImage) this.#cleanAlt(copied);
    const keepsLines = style.whiteSpace.startsWith('pre') && !this.#isInCode(into, copied);
    if (this.#started) into.append(copied);
    this.#children(element, copied, { ...below, depth: around.depth + 1, keepsLines });
    this.#noteCover(element, style, below, first);
    const standsAlone = isImage || copied.localName === 'br' || copied.localName === 'hr';
    if (!standsAlone && !copied.hasChildNodes()) copied.remove();
    else if (this.#started && !copied.parentNode) into.append(copied);
  }

  #isInCode(into: Element, copied: Element): boolean {
    return into.closest('pre, code') !== null || copied.matches('pre, code');
  }

  #cleanAlt(copied: Element): void {
    const { text, count, spelled } = stripInvisible(copied.getAttribute('alt') ?? '');
    this.#noteInvisible(count, spelled);
    copied.setAttribute('alt', text);
  }

  #frame(frame: Element, into: Element, around: Surroundings, depth: number): void {
    const inner = frameDocument(frame);
    if (!inner || !dom.body(inner)) {
      if (isReadableFrame(frame)) this.#copy.foreignFrames = true;
      return;
    }
    const box = dom.box(frame);
    // The border of a frame takes no text.
    const [width, height] = [dom.clientWidth(frame), dom.clientHeight(frame)];
    if (
      !around.shown ||
      !isReadable(box, around.clips.flow) ||
      height < FRAME_MIN_PX ||
      width < FRAME_MIN_PX
    ) {
      this.#noteHidden(dom.textContent(dom.body(inner)));
      return;
    }
    const section = this.#copy.document.createElement('div');
    into.append(section);
    // A frame has its own coordinates: nothing of the outer page is compared with it.
    const [texts, covering] = [this.#texts.splice(0), this.#covers.splice(0)];
    this.#document(inner, section, depth + 1);
    this.#leaveOutCovered();
    this.#texts.push(...texts);
    this.#covers.push(...covering);
    if (!section.hasChildNodes()) section.remove();
  }

  #noteCover(element: Element, style: CSSStyleDeclaration, below: Surroundings, first: number): void {
    if (this.#covers.length >= COVERS_MAX || style.display === 'inline' || !isOpaque(style, below.opacity))
      return;
    if (style.visibility !== 'visible') return;
    const { left, top, right, bottom } = dom.box(element);
    if (right - left < COVER_MIN_PX || bottom - top < COVER_MIN_PX) return;
    const { layers, pinnedBy } = below;
    this.#covers.push({ box: { left, top, right, bottom }, first, last: this.#order, layers, pinnedBy });
  }

  /** Removes texts that are covered by something opaque that scrolls with them. */
  #leaveOutCovered(): void {
    for (const text of this.#texts) {
      if (this.#deadline.passed()) break;
      const isCovered = this.#covers.some(
        (cover) =>
          cover.pinnedBy === text.pinnedBy &&
          (text.order < cover.first || text.order > cover.last) &&
          text.lines.every((line) => covers(cover.box, line)) &&
          isAbove(cover.layers, text.layers),
      );
      if (!isCovered) continue;
      for (const node of text.nodes) node.remove();
      this.#noteHidden(text.text);
    }
    this.#texts.length = 0;
    this.#covers.length = 0;
  }

  #noteHidden(text: string): void {
    if (!this.#started || text === '') return;
    const { text: plain, spelled } = stripInvisible(text.slice(0, HIDDEN_LOOK_CHARS));
    this.#copy.hidden += text.trim().length;
    this.#look(plain);
    this.#look(spelled);
  }

  #noteInvisible(count: number, spelled: string): void {
    this.#copy.invisible += count;
    this.#look(spelled);
  }

  #look(text: string): void {
    if (this.#copy.hiddenOrders || text === '') return;
    this.#copy.hiddenOrders = text.split('\n').some((line) => looksLikeInstruction(line));
  }

  /** A hidden part that contains an end of the selection must still count as passed. */
  #skip(element: Element): void {
    const span = this.#span;
    if (!span) return;
    if (span.aboveStart.has(element)) this.#started = true;
    if (dom.contains(element, span.end.node)) this.#ended = true;
  }

  /** The children in layout order; records what a shadow tree or a filled slot leaves out. */
  #composedChildren(node: Node): Iterable<Node> {
    if (!dom.isElement(node)) return dom.childNodes(node);
    if (dom.localName(node) === 'slot' && dom.isShadowRoot(dom.rootNode(node))) {
      const assigned = (node as HTMLSlotElement).assignedNodes();
      if (assigned.length === 0) return dom.childNodes(node);
      this.#noteHidden(dom.textContent(node));
      return assigned;
    }
    const shadow = shadowRootOf(node);
    if (!shadow) return dom.childNodes(node);
    if (shadow.mode === 'open') {
      for (const child of dom.childNodes(node)) {
        const isSlotted = (dom.isElement(child) || dom.isText(child)) && dom.assignedSlot(child);
        if (!isSlotted) this.#noteHidden(dom.textContent(child));
      }
    }
    return dom.childNodes(shadow);
  }
}

function appendText(into: Element, text: string, keepsLines: boolean): ChildNode[] {
  const document = into.ownerDocument;
  const nodes: ChildNode[] = keepsLines
    ? text
        .split('\n')
        .flatMap((line, index) => [
          ...(index > 0 ? [document.createElement('br')] : []),
          ...(line === '' ? [] : [document.createTextNode(line)]),
        ])
    : [document.createTextNode(text)];
  into.append(...nodes);
  return nodes;
}
