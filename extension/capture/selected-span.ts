import * as dom from './dom.ts';

/**
 * One end of a selection as a position in the walk over the page: inside a text, before a node, or after an element's
 * content.
 */
type Place =
  | { node: Node; at: 'text'; offset: number }
  | { node: Node; at: 'before' }
  | { node: Node; at: 'end' };

/** The selection, possibly across several shadow trees. */
export interface SelectedSpan {
  start: Place;
  end: Place;
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
  const start = placeOf(range.startContainer, range.startOffset);
  const end = placeOf(range.endContainer, range.endOffset);
  return { start, end, aboveStart: composedAncestors(range.startContainer) };
}

function composedRange(selection: Selection, shadowRoots: () => ShadowRoot[]): AbstractRange | null {
  if (typeof selection.getComposedRanges === 'function') {
    const [range] = selection.getComposedRanges({ shadowRoots: shadowRoots() });
    if (range) return range;
  }
  return selection.isCollapsed ? null : selection.getRangeAt(0);
}

function placeOf(container: Node, offset: number): Place {
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
