/** One end of a selection as a place in the walk over the page: inside a text, before a node, or after an element's content. */
type Place =
  | { node: Node; at: 'text'; offset: number }
  | { node: Node; at: 'before' }
  | { node: Node; at: 'end' };

/** What the user marked, from one place to another, possibly through several shadow trees. */
export interface SelectedSpan {
  start: Place;
  end: Place;
  /** Every node above the start, shadow hosts included: the only parts worth entering before it. */
  aboveStart: ReadonlySet<Node>;
}

/**
 * The marked part of a document, seen through open shadow trees where the browser tells
 * (`Selection.getComposedRanges`). Null when nothing is marked.
 */
export function selectedSpan(document: Document, shadowRoots: ShadowRoot[]): SelectedSpan | null {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = composedRange(selection, shadowRoots);
  if (!range || (range.startContainer === range.endContainer && range.startOffset === range.endOffset))
    return null;
  const start = placeOf(range.startContainer, range.startOffset);
  const end = placeOf(range.endContainer, range.endOffset);
  return { start, end, aboveStart: composedAncestors(range.startContainer) };
}

function composedRange(selection: Selection, shadowRoots: ShadowRoot[]): AbstractRange | null {
  if (typeof selection.getComposedRanges === 'function') {
    const [range] = selection.getComposedRanges({ shadowRoots });
    if (range) return range;
  }
  return selection.isCollapsed ? null : selection.getRangeAt(0);
}

function placeOf(container: Node, offset: number): Place {
  if (container.nodeType === Node.TEXT_NODE) return { node: container, at: 'text', offset };
  const child = container.childNodes[offset];
  return child ? { node: child, at: 'before' } : { node: container, at: 'end' };
}

function composedAncestors(node: Node): ReadonlySet<Node> {
  const above = new Set<Node>();
  for (let at: Node | null = node; at; at = composedParent(at)) above.add(at);
  return above;
}

function composedParent(node: Node): Node | null {
  if ('host' in node) return (node as ShadowRoot).host;
  if ('assignedSlot' in node) return (node as Element | Text).assignedSlot ?? node.parentNode;
  return node.parentNode;
}
