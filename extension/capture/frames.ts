const SMALLEST_FRAME_PX = 60;

/** The document inside a frame of the same origin; null when the frame belongs to somebody else. */
export function frameDocument(frame: Element): Document | null {
  try {
    // By property, not by class: inside another frame the classes are that frame's own.
    return (frame as HTMLIFrameElement).contentDocument ?? null;
  } catch {
    return null;
  }
}

/** Whether a frame is large enough that a reader would miss its content. */
export function isReadableFrame(frame: Element): boolean {
  const box = frame.getBoundingClientRect();
  return box.width >= SMALLEST_FRAME_PX && box.height >= SMALLEST_FRAME_PX;
}

/** A document and all documents in its frames of the same origin, outermost first. */
export function documentsWithin(document: Document): Document[] {
  const found = [document];
  for (const frame of document.querySelectorAll('iframe, frame')) {
    const inner = frameDocument(frame);
    if (inner) found.push(...documentsWithin(inner));
  }
  return found;
}

interface ExtensionDom {
  dom?: { openOrClosedShadowRoot?: (element: Element) => ShadowRoot | null };
}

/** The shadow tree of an element, also a closed one where the browser lets extensions see it. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot) return element.shadowRoot;
  if (!element.localName.includes('-')) return null;
  if ('openOrClosedShadowRoot' in element) return element.openOrClosedShadowRoot as ShadowRoot | null;
  const extension = (globalThis as { chrome?: ExtensionDom }).chrome;
  return extension?.dom?.openOrClosedShadowRoot?.(element) ?? null;
}

/** Every shadow tree below a node, outermost first. */
export function shadowRootsBelow(root: Document | ShadowRoot): ShadowRoot[] {
  const found: ShadowRoot[] = [];
  for (const element of root.querySelectorAll('*')) {
    const shadow = shadowRootOf(element);
    if (shadow) found.push(shadow, ...shadowRootsBelow(shadow));
  }
  return found;
}
