import * as dom from './dom.ts';

/** One end of a selection in the walk over a page: in a text, before a node, or at an element's end. */
type Boundary = { node: Node; at: 'text'; offset: number } | { node: Node; at: 'before' | 'end' };

/** The selection, possibly across several shadow trees. */
export interface SelectedSpan {
  start: Boundary;
  end: Boundary;
  /** Every ancestor of the start including shadow hosts: the only parts worth entering before it. */
  aboveStart: ReadonlySet<Node>;
}

/**
 * The selection of a document, across open shadow trees where the browser supports it
 * (`Selection.getComposedRanges`). Null when nothing is selected.
 */
export function selectedSpan(document: Document, shadowRoots: () => ShadowRoot[]): SelectedSpan | null {
  const selection = dom.selectionOf(document);
  if (!selection || selection.rangeCount === 0) return null;
  const range = composedRange(selection, shadowRoots);
  if (!range || (range.startContainer === range.endContainer && range.startOffset === range.endOffset))
    return null;
  const start = boundaryOf(range.startContainer, range.startOffset);
  const end = boundaryOf(range.endContainer, range.endOffset);
  return { start, end, aboveStart: composedAncestors(range.startContainer) };
}

function composedRange(selection: Selection, shadowRoots: () => ShadowRoot[]): AbstractRange | null {
  if (typeof selection.getComposedRanges === 'function') {
    const [range] = selection.getComposedRanges({ shadowRoots: shadowRoots() });
    if (range) return range;
  }
  return selection.isCollapsed ? null : selection.getRangeAt(0);
}

function boundaryOf(container: Node, offset: number): Boundary {
  if (dom.isText(container)) return { node: container, at: 'text', offset };
  const child = dom.childNodes(container)[offset];
  return child ? { node: child, at: 'before' } : { node: container, at: 'end' };
}

function composedAncestors(node: Node): ReadonlySet<Node> {
  const above = new Set<Node>();
  for (let at: Node | null = node; at; at = composedParent(at)) above.add(at);
  return above;
}

function composedParent(node: Node): Node | null {
  if (dom.isShadowRoot(node)) return node.host;
  if (dom.isElement(node) || dom.isText(node)) return dom.assignedSlot(node) ?? dom.parentNode(node);
  return dom.parentNode(node);
}

/** Follows a walk over the page from start to end of a selection; without one, the whole page counts. */
export class SpanWalk {
  readonly #span: SelectedSpan | null;
  started: boolean;
  ended = false;

  constructor(span: SelectedSpan | null) {
    this.#span = span;
    this.started = span === null;
  }

  /** Whether there is a selection. */
  get isPart(): boolean {
    return this.#span !== null;
  }

  /** Whether an element can contain a part of the selection. */
  mayContain(element: Element): boolean {
    return this.started || this.#span?.aboveStart.has(element) === true || this.#span?.start.node === element;
  }

  pass(at: 'before' | 'end', node: Node): void {
    const isHere = (boundary: Boundary | undefined) => boundary?.at === at && boundary.node === node;
    if (isHere(this.#span?.start)) this.started = true;
    if (isHere(this.#span?.end)) this.ended = true;
  }

  /** The selected part of a text. */
  partOf(node: Text): string {
    const { data } = node;
    const span = this.#span;
    if (!span) return data;
    const offsetOf = (boundary: Boundary) =>
      boundary.at === 'text' && boundary.node === node ? boundary.offset : null;
    const [from, to] = [offsetOf(span.start), offsetOf(span.end)];
    if (from !== null) this.started = true;
    if (!this.started) return '';
    if (to !== null) this.ended = true;
    return data.slice(from ?? 0, to ?? data.length);
  }

  /** A hidden part that contains an end of the selection must still count as passed. */
  skip(element: Element): void {
    if (this.#span?.aboveStart.has(element)) this.started = true;
    if (this.#span && dom.contains(element, this.#span.end.node)) this.ended = true;
  }
}
