import { type Box, isCut, isReadable } from './clip.ts';
import { isBlock, isCodeBar, isLineNumber, linesOf, showsCode, signOfChange } from './code.ts';
import { copiedElement, isLegibleImage, SVG } from './copied-element.ts';
import {
  appendText,
  CopyFacts,
  emptyCopy,
  type Kept,
  keptOf,
  SKIPPED,
  struckWithin,
  UNSEEN_ATTRIBUTES,
  UNSEEN_WITHIN,
  type VisibleCopy,
} from './copy.ts';
import { CoveredTexts } from './covered-texts.ts';
import { cssText, isApart, isCssTextSeen, isStruck } from './css-text.ts';
import type { Deadline } from './deadline.ts';
import * as dom from './dom.ts';
import { childrenAsDrawn } from './drawn.ts';
import { composedChildren, frameDocument, isReadableFrame } from './frames.ts';
import { HitTests, isCrushed, isMarkedOut } from './hit-test.ts';
import { inkOfPart } from './ink.ts';
import { stripInvisible } from './invisible-characters.ts';
import { BULLET, listMark } from './list-marks.ts';
import { type SelectedSpan, SpanWalk } from './selected-span.ts';
import {
  checkboxMark,
  expansionOf,
  formulaOf,
  isFormula,
  isStandInFor,
  labelOf,
  otherOptions,
  ownValue,
  smallPictureText,
} from './stand-in.ts';
import { enter, isFoldedAway, type Surroundings, surroundingsOf } from './visibility.ts';

const DEPTH_MAX = 600;
const FRAME_MIN_PX = 8;

/**
 * Copies the visible content of a document's body; with `span`, only the selection. Leaves out buttons, form
 * fields and typed-in fields: user input is not part of the page. Needs layout, so a real browser.
 */
export function copyVisible(of: Document, span: SelectedSpan | null, deadline: Deadline): VisibleCopy {
  const document = dom.implementation(of).createHTMLDocument('');
  const copy = emptyCopy(document);
  new Copier(copy, span, deadline).copy(of);
  return copy;
}

interface Around extends Surroundings {
  depth: number;
  /** What the text keeps of its white space. */
  keeps: Kept;
  /** Whether it is in code: in a block of it, or in a word of a sentence. */
  code: 'block' | 'word' | null;
  /** An element around it strikes it through, and is none that says so by itself. */
  isStruck: boolean;
}

class Copier {
  readonly #copy: VisibleCopy;
  readonly #span: SpanWalk;
  readonly #deadline: Deadline;
  readonly #range: Range;
  readonly #facts: CopyFacts;
  readonly #hits = new HitTests();
  #texts = new CoveredTexts();
  #order = 0;

  constructor(copy: VisibleCopy, span: SelectedSpan | null, deadline: Deadline) {
    this.#copy = copy;
    this.#facts = new CopyFacts(copy);
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
    let place: Around = { ...surroundingsOf(document), depth, keeps: 'nothing', code: null, isStruck: false };
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

  #children(from: Node, into: Element, around: Around, given?: Iterable<Node>): void {
    const children = given ?? composedChildren(from, (text) => this.#noteHidden(text));
    // A selection goes from one place of the page's order to another.
    const nodes = dom.isElement(from) && !this.#span.isPart ? childrenAsDrawn(from, children) : children;
    for (const node of nodes) {
      if (this.#isOver()) return;
      this.#span.pass('before', node);
      if (this.#span.ended) return;
      if (dom.isText(node)) this.#text(node, into, around);
      else if (dom.isElement(node)) this.#element(node, into, around);
    }
    this.#span.pass('end', from);
  }

  #text(node: Text, into: Element, around: Around): void {
    const marked = this.#span.partOf(node);
    if (marked === '') return;
    const { text, count, spelled } = stripInvisible(marked);
    if (text.trim() === '') {
      this.#facts.noteInvisible(count, spelled);
      if (around.shown) appendText(into, text, around.keeps);
      return;
    }
    const lines = around.shown && !isFoldedAway(node) ? this.#readableLines(node, around) : [];
    if (lines.length === 0) {
      this.#noteHidden(marked);
      return;
    }
    this.#facts.noteInvisible(count, spelled);
    if (
      around.faint ||
      isCrushed(text, lines) ||
      around.isDoubtful() ||
      isMarkedOut(node, around) ||
      this.#hits.isBehind(node, lines)
    )
      this.#facts.noteFaint(text, into);
    const taken = this.#facts.take(text);
    const nodes = appendText(around.isStruck ? struckWithin(into) : into, taken, around.keeps);
    this.#order += 1;
    const { layers, pinnedBy } = around;
    this.#texts.add({ nodes, text, lines, order: this.#order, layers, pinnedBy });
  }

  #readableLines(node: Text, { clips }: Around): Box[] {
    this.#range.selectNodeContents(node);
    return [...this.#range.getClientRects()].filter((line) => isReadable(line, clips.flow));
  }

  #element(element: Element, into: Element, around: Around): void {
    const name = dom.localName(element);
    const mark = name === 'svg' ? null : checkboxMark(element);
    const value = ownValue(element);
    if (SKIPPED.has(name) && mark === null && value === null) {
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
      // A box that nobody sees has one drawn in its place.
      if (mark !== null && isStandInFor(element, style) && isReadable(dom.box(element), around.clips.flow))
        this.#standIn(element, name, mark, value, into, around);
      else this.#noteHidden(value ?? dom.textContent(element));
      this.#span.skip(element);
      return;
    }
    if (name === 'iframe' || name === 'frame') {
      this.#frame(element, into, below, around.depth);
      return;
    }
    if (this.#standIn(element, name, mark, value, into, below)) return;
    const isImage = name === 'img';
    if (isImage && !(below.shown && isLegibleImage(element, below.clips.flow))) {
      this.#noteHidden(dom.attribute(element, 'alt') ?? '');
      return;
    }
    // Drawings have thousands of parts without text.
    if (element.namespaceURI === SVG && dom.textContent(element).trim() === '') {
      if (name === 'svg' && below.shown && isReadable(dom.box(element), below.clips.flow))
        this.#facts.addSign(element);
      return;
    }
    const isInCode = around.code === 'block';
    if (
      isCodeBar(element, isInCode) ||
      ((isInCode ? name !== 'code' : /^(?:pre|td|div)$/.test(name)) && isLineNumber(element, style, isInCode))
    )
      return;
    const isCode = !isInCode && showsCode(element, name, style);
    const isLine = isInCode && isBlock(style) && name !== 'code';
    // Another element would not stay one within code.
    const plain = isCode ? 'pre' : isLine ? 'span' : null;
    const copied = plain
      ? this.#copy.document.createElement(plain)
      : copiedElement(element, style, this.#copy.document);
    if (!copied) return;
    this.#facts.countElement();
    if (isImage) copied.setAttribute('alt', this.#facts.clean(copied.getAttribute('alt') ?? ''));
    if (isInCode && isBlock(style)) copied.setAttribute('data-line', '');
    const sign = isInCode ? signOfChange(element, style) : null;
    if (sign) copied.setAttribute('data-sign', sign);
    const itemMark = name === 'li' && !isInCode ? listMark(element, style) : null;
    if (itemMark) copied.setAttribute('data-mark', itemMark);
    const code =
      copied.localName === 'pre' ? 'block' : (around.code ?? (copied.localName === 'code' ? 'word' : null));
    const keeps = code ? 'nothing' : keptOf(style);
    if (this.#span.started) into.append(copied);
    const strikes = !sign && isStruck(element, style) && !/^(?:del|s)$/.test(copied.localName);
    const inside = {
      ...below,
      ...{ depth: around.depth + 1, keeps, code, isStruck: (around.isStruck && !isApart(style)) || strikes },
    };
    const { signs } = this.#facts;
    this.#cssText(element, 'before', copied, inside);
    this.#children(element, copied, inside, isCode ? linesOf(element) : undefined);
    this.#cssText(element, 'after', copied, inside);
    this.#texts.addCover(element, style, below, { first, last: this.#order });
    if (this.#facts.signs > signs && /^(?:td|dd)$/.test(name)) this.#facts.noteUnread(copied);
    if (copied.hasChildNodes()) this.#complete(element, name, copied);
    const standsAlone =
      isImage ||
      copied.localName === 'br' ||
      copied.localName === 'hr' ||
      (isInCode && isBlock(style) && dom.box(element).height > 1);
    if (!standsAlone && !copied.hasChildNodes()) copied.remove();
    else if (this.#span.started && !copied.parentNode) into.append(copied);
  }

  /** Copies what CSS writes at an element. Numbers of lines are no part of the code that they stand at. */
  #cssText(element: Element, at: 'before' | 'after', into: Element, around: Around): void {
    if (!this.#span.started || this.#isOver() || dom.localName(element) === 'q') return;
    const written = cssText(element, at);
    if (written?.isUnread && isCssTextSeen(written) && dom.isRendered(element)) this.#facts.addSign(element);
    if (
      !written ||
      written.text.trim() === '' ||
      (around.code === 'block' && /^\s*\d+\s*$/.test(written.text))
    )
      return;
    if (at === 'before' && dom.localName(element) === 'li' && BULLET.test(written.text)) return;
    const box = dom.box(element);
    const isThere = dom.isRendered(element) && isCssTextSeen(written) && !isCut(box, around.clips.flow);
    const ink = isThere ? inkOfPart(written.style, { ...around, element, box }) : 'unseen';
    if (ink === 'unseen') {
      this.#noteHidden(written.text);
      return;
    }
    const text = this.#facts.clean(written.text);
    if (ink === 'faint' || around.faint) this.#facts.noteFaint(text, into);
    this.#facts.chars += text.length;
    const inside = written.isBlock ? into.appendChild(this.#copy.document.createElement('div')) : into;
    appendText(around.isStruck && !written.isBlock ? struckWithin(inside) : inside, text, around.keeps);
  }

  /** What the layout tells readers: readings beside words, a drawing's labels apart, formulas on one line. */
  #complete(element: Element, name: string, copied: HTMLElement): void {
    if (name === 'rt') {
      copied.prepend('(');
      copied.append(')');
    }
    if (name === 'text' && element.namespaceURI === SVG) copied.append(' ');
    const expansion = expansionOf(element);
    if (expansion) copied.append(` (${this.#facts.clean(expansion)})`);
    const formula = isFormula(element) ? formulaOf(element, copied.textContent ?? '') : null;
    if (formula) copied.setAttribute(formula.isTex ? 'data-tex' : 'data-formula', formula.text);
  }

  /** Writes the text for what shows none of its own, and the attributes that nobody sees as hidden. */
  #standIn(
    element: Element,
    name: string,
    mark: string | null,
    value: string | null,
    into: Element,
    below: Surroundings,
  ): boolean {
    const label = below.shown ? labelOf(element) : null;
    const shownTitle = label ?? (below.shown ? expansionOf(element) : null);
    for (const attribute of UNSEEN_ATTRIBUTES) {
      const said = dom.attribute(element, attribute) ?? '';
      if (said.trim() !== shownTitle) this.#noteHidden(said);
    }
    const drawn = name === 'mjx-container' && below.shown ? formulaOf(element, '') : null;
    const isSmall = name === 'img' && below.shown && !isLegibleImage(element, below.clips.flow);
    const text =
      mark ?? value ?? label ?? drawn?.text ?? (isSmall ? smallPictureText(element, below.clips.flow) : null);
    if (text === null) return false;
    // A box may have its words in it.
    const isBeside = mark !== null && dom.textContent(element).trim() !== '';
    if (value !== null) this.#noteHidden(otherOptions(element));
    if (!below.shown || (value !== null && !isReadable(dom.box(element), below.clips.flow))) {
      this.#noteHidden(value ?? '');
      return !isBeside;
    }
    if (!this.#span.started) return !isBeside;
    const span = this.#copy.document.createElement('span');
    if (mark !== null) span.setAttribute('data-mark', mark);
    if (drawn) span.setAttribute(drawn.isTex ? 'data-tex' : 'data-formula', drawn.text);
    // A field stands apart from the words beside it, as its border shows.
    span.textContent = text === value ? ` ${this.#facts.clean(text)} ` : this.#facts.clean(text);
    into.append(span);
    this.#facts.chars += text.length;
    return !isBeside;
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
    if (this.#span.started) this.#facts.noteHidden(text);
  }
}
