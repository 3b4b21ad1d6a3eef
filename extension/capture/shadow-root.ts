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
