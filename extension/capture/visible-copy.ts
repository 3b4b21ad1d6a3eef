import { type Box, isReadable } from './clip.ts';
import { copiedElement, isLegibleImage } from './copied-element.ts';
import { CoveredTexts } from './covered-texts.ts';
import type { Deadline } from './deadline.ts';
import * as dom from './dom.ts';
import { frameDocument, isReadableFrame, shadowRootOf } from './frames.ts';
import { type HiddenFacts, HiddenText, SKIPPED, UNSEEN_ATTRIBUTES, UNSEEN_WITHIN } from './hidden-text.ts';
import { stripInvisible } from './invisible-characters.ts';
import { type SelectedSpan, SpanWalk } from './selected-span.ts';
import { enter, isFoldedAway, type Surroundings, surroundingsOf } from './visibility.ts';

/** Most text copied of one page, in characters: enough for any article. */
const COPY_MAX_CHARS = 400_000;
/** Most elements copied: with more, finding the article and writing Markdown take too long. */
const COPY_MAX_ELEMENTS = 30_000;
const DEPTH_MAX = 600;
const FRAME_MIN_PX = 8;

/**
 * A copy of what a reader sees, as plain elements in a separate document, with shadow trees and same-origin frames
 * expanded.
 */
export interface VisibleCopy extends HiddenFacts {
  body: HTMLElement;
  document: Document;
  /** Text was left out because the page is too long. */
  shortened: boolean;
  /** Text was left out because the page took too long to read. */
  cut: boolean;
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

class Copier {
  readonly #copy: VisibleCopy;
  readonly #span: SpanWalk;
  readonly #deadline: Deadline;
  readonly #range: Range;
  readonly #hidden: HiddenText;
  #texts = new CoveredTexts();
  #chars = 0;
  #elements = 0;
  #order = 0;

  constructor(copy: VisibleCopy, span: SelectedSpan | null, deadline: Deadline) {
    this.#copy = copy;
    this.#hidden = new HiddenText(copy);
    this.#span = new SpanWalk(span);
    this.#deadline = deadline;
    this.#range = copy.document.createRange();
  }

  copy(document: Document): void {
    this.#document(document, this.#copy.body, 0);
    this.#removeCovered();
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
    return this.#span.ended || this.#copy.shortened || this.#copy.cut;
  }

  #children(from: Node, into: Element, around: Place): void {
    for (const node of this.#composedChildren(from)) {
      if (this.#isOver()) return;
      this.#span.passBefore(node);
      if (this.#span.ended) return;
      if (dom.isText(node)) this.#text(node, into, around);
      else if (dom.isElement(node)) this.#element(node, into, around);
    }
    this.#span.passEnd(from);
  }

  #text(node: Text, into: Element, around: Place): void {
    const marked = this.#span.partOf(node);
    if (marked === '') return;
    const { text, count, spelled } = stripInvisible(marked);
    if (text.trim() === '') {
      this.#hidden.noteInvisible(count, spelled);
      if (around.shown) appendText(into, text, around.keepsLines);
      return;
    }
    const lines = around.shown && !isFoldedAway(node) ? this.#readableLines(node, around) : [];
    if (lines.length === 0) {
      this.#noteHidden(marked);
      return;
    }
    this.#hidden.noteInvisible(count, spelled);
    if (around.faint) this.#copy.faint = true;
    const room = COPY_MAX_CHARS - this.#chars;
    if (text.length > room) this.#copy.shortened = true;
    this.#chars += text.length;
    const nodes = appendText(into, text.slice(0, room), around.keepsLines);
    this.#order += 1;
    const { layers, pinnedBy } = around;
    this.#texts.add({ nodes, text, lines, order: this.#order, layers, pinnedBy });
  }

  #readableLines(node: Text, { clips }: Place): Box[] {
    this.#range.selectNodeContents(node);
    return [...this.#range.getClientRects()].filter((line) => isReadable(line, clips.flow));
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
    if (!this.#span.mayContain(element)) return;
    const style = dom.styleOf(element);
    if (!style) return;
    this.#order += 1;
    const first = this.#order;
    const below = enter(element, style, around, first);
    if (!below) {
      this.#noteHidden(dom.textContent(element));
      this.#span.skip(element);
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
    if (this.#span.started) into.append(copied);
    this.#children(element, copied, { ...below, depth: around.depth + 1, keepsLines });
    this.#texts.addCover(element, style, below, { first, last: this.#order });
    const standsAlone = isImage || copied.localName === 'br' || copied.localName === 'hr';
    if (!standsAlone && !copied.hasChildNodes()) copied.remove();
    else if (this.#span.started && !copied.parentNode) into.append(copied);
  }

  #isInCode(into: Element, copied: Element): boolean {
    return into.closest('pre, code') !== null || copied.matches('pre, code');
  }

  #cleanAlt(copied: Element): void {
    const { text, count, spelled } = stripInvisible(copied.getAttribute('alt') ?? '');
    this.#hidden.noteInvisible(count, spelled);
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
    const outer = this.#texts;
    this.#texts = new CoveredTexts();
    this.#document(inner, section, depth + 1);
    this.#removeCovered();
    this.#texts = outer;
    if (!section.hasChildNodes()) section.remove();
  }

  #removeCovered(): void {
    for (const text of this.#texts.remove(this.#deadline)) this.#noteHidden(text);
  }

  #noteHidden(text: string): void {
    if (this.#span.started) this.#hidden.note(text);
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
