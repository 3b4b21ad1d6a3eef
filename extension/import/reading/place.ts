import type { Deadline } from '../../capture/deadline.ts';
import * as dom from '../../capture/dom.ts';
import { frameDocument, isReadableFrame, shadowRootOf, shadowRootsBelow } from '../../capture/frames.ts';
import { tidy } from './read-cell.ts';

const LOOKS_BACK_MAX = 12;

/** Where tables and lists are looked for: a document, or a shadow tree in one. */
export type Root = Document | ShadowRoot;

export const findIn = (root: Root, selector: string): Element[] =>
  dom.isDocument(root) ? dom.findAll(root, selector) : [...root.querySelectorAll(selector)];

/** Elements that may have a shadow tree: of thousands in a table none can. The most frequent come first. */
const HOSTS =
  ':not(td, tr, a, li, th, option, path, b, br, button, col, em, i, img, input, script, small, strong, svg, table, tbody, thead, time, ul)';

/** Roots to read: the page, large enough frames of the same site, and the shadow trees in all of them. */
export function rootsOf(document: Document, deadline: Deadline): Root[] {
  const frames = dom.findAll(document, 'iframe, frame').flatMap((frame) => {
    const inner = isReadableFrame(frame) ? frameDocument(frame) : null;
    return inner ? rootsOf(inner, deadline) : [];
  });
  const hosts = dom.findAll(document, HOSTS).flatMap((element) => shadowRootOf(element) ?? []);
  return [document, ...hosts.flatMap((root) => [root, ...shadowRootsBelow(root, deadline)]), ...frames];
}

/** The heading that a reader takes for an element's: the nearest one before it, in it or above it. */
export function titleOf(element: Element): string {
  let at: Element | null = element;
  for (let looks = 0; at && looks < LOOKS_BACK_MAX; looks += 1) {
    const label = dom.attribute(at, 'aria-label');
    if (label && at === element) return tidy(label);
    let before: Element | null = at.previousElementSibling;
    for (let siblings = 0; before && siblings < LOOKS_BACK_MAX; siblings += 1) {
      const heading = /^h[1-6]$/.test(dom.localName(before))
        ? before
        : before.querySelector('h1, h2, h3, h4, h5, h6');
      if (heading) return tidy(dom.textContent(heading)).slice(0, 120);
      before = before.previousElementSibling;
    }
    at = dom.parentElement(at);
  }
  return '';
}

/** Indexes of child elements from the document's root to an element; null in a frame or a shadow tree. */
export function pathOf(element: Element): number[] | null {
  if (dom.rootNode(element) !== globalThis.document) return null;
  const path: number[] = [];
  let at = element;
  for (let parent = dom.parentElement(at); parent; parent = dom.parentElement(at)) {
    path.unshift([...dom.childNodes(parent)].filter(dom.isElement).indexOf(at));
    at = parent;
  }
  return path;
}

/** What an element is like, apart from its state: its name and its first class. */
export function kindOf(element: Element): string {
  const [first = ''] = (dom.attribute(element, 'class') ?? '').trim().split(/\s+/);
  return `${dom.localName(element)}.${first}`;
}
