import type { Deadline } from './deadline.ts';
import * as dom from './dom.ts';

const SMALLEST_FRAME_PX = 60;

/** The document inside a same-origin frame; null for other frames. */
export function frameDocument(frame: Element): Document | null {
  try {
    // Checked by property, not by class: inside another frame the classes are that frame's own.
    return (frame as HTMLIFrameElement).contentDocument ?? null;
  } catch {
    return null;
  }
}

/** Whether a frame is large enough that a reader would miss its content. */
export function isReadableFrame(frame: Element): boolean {
  const box = dom.box(frame);
  return box.width >= SMALLEST_FRAME_PX && box.height >= SMALLEST_FRAME_PX;
}

/** A document and all documents in its same-origin frames, outermost first. */
export function documentsWithin(document: Document): Document[] {
  const found = [document];
  for (const frame of dom.findAll(document, 'iframe, frame')) {
    const inner = frameDocument(frame);
    if (inner) found.push(...documentsWithin(inner));
  }
  return found;
}

interface ExtensionDom {
  dom?: { openOrClosedShadowRoot?: (element: Element) => ShadowRoot | null };
}

/** The shadow tree of an element, including a closed one where the browser gives extensions access. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const open = dom.openShadowRoot(element);
  if (open) return open;
  if (!dom.localName(element).includes('-')) return null;
  if ('openOrClosedShadowRoot' in element) return element.openOrClosedShadowRoot as ShadowRoot | null;
  const extension = (globalThis as { chrome?: ExtensionDom }).chrome;
  return extension?.dom?.openOrClosedShadowRoot?.(element) ?? null;
}

/** The children in layout order. @param leave gets the text that a shadow tree or a filled slot leaves out */
export function composedChildren(node: Node, leave?: (text: string) => void): Iterable<Node> {
  if (!dom.isElement(node)) return dom.childNodes(node);
  if (dom.localName(node) === 'slot' && dom.isShadowRoot(dom.rootNode(node))) {
    const assigned = (node as HTMLSlotElement).assignedNodes();
    if (assigned.length === 0) return dom.childNodes(node);
    leave?.(dom.textContent(node));
    return assigned;
  }
  const shadow = shadowRootOf(node);
  if (!shadow) return dom.childNodes(node);
  if (shadow.mode === 'open') {
    for (const child of dom.childNodes(node)) {
      const isSlotted = (dom.isElement(child) || dom.isText(child)) && dom.assignedSlot(child);
      if (!isSlotted) leave?.(dom.textContent(child));
    }
  }
  return dom.childNodes(shadow);
}

/** Shadow trees below a node, each before those inside it: all, or those found before the deadline. */
export function shadowRootsBelow(root: Document | ShadowRoot, deadline: Deadline): ShadowRoot[] {
  const found: ShadowRoot[] = [];
  for (const element of dom.isDocument(root) ? dom.findAll(root, '*') : root.querySelectorAll('*')) {
    if (deadline.passed()) break;
    const shadow = shadowRootOf(element);
    if (shadow) found.push(shadow, ...shadowRootsBelow(shadow, deadline));
  }
  return found;
}
