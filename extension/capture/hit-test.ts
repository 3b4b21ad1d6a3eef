import type { Box } from './clip.ts';
import { parseColour } from './colour.ts';
import * as dom from './dom.ts';

const LINES_MAX = 6;
const PICTURES = /^(?:img|video|canvas|iframe|object|embed|svg)$/;

/** Whether something else is in front of all lines of a text, as far as they are in the window. */
export function isBehind(node: Text, lines: readonly Box[]): boolean {
  const parent = dom.parentElement(node);
  if (!parent) return false;
  const root = dom.rootNode(node) as Document | ShadowRoot;
  let tested = 0;
  for (const { left, top, right, bottom } of lines.slice(0, LINES_MAX))
    for (const share of [0.1, 0.5, 0.9]) {
      const hit = pointed(root, left + (right - left) * share, (top + bottom) / 2);
      if (!hit) continue;
      if (!hides(hit, parent)) return false;
      tested += 1;
    }
  return tested > 0;
}

const pointed = (root: Document | ShadowRoot, x: number, y: number): Element | null =>
  x < 0 || y < 0 ? null : root.elementFromPoint(x, y);

/** Whether a box in front, which doesn't stay there while the page scrolls, lets nothing through. */
function hides(hit: Element, parent: Element): boolean {
  let isOpaque = false;
  for (let at: Element | null = hit; at && !dom.contains(at, parent); at = dom.parentElement(at)) {
    if (dom.contains(parent, at)) return false;
    const style = dom.styleOf(at);
    if (!style || style.position === 'fixed' || style.position === 'sticky') return false;
    isOpaque ||=
      PICTURES.test(dom.localName(at)) ||
      style.backgroundImage !== 'none' ||
      (style.backdropFilter || 'none') !== 'none' ||
      parseColour(style.backgroundColor, () => null).alpha >= 0.5;
  }
  return isOpaque;
}

/** Lines so small, so narrow or so much above each other that nobody reads them. */
export function isCrushed(text: string, lines: readonly Box[]): boolean {
  const long = lines.reduce(
    (sum, { left, right, top, bottom }) => sum + Math.max(right - left, bottom - top),
    0,
  );
  const letters = text.trim().replace(/\s+/g, ' ').length;
  // A single letter is narrower than it is high.
  const thick = Math.max(
    ...lines.map(({ left, right, top, bottom }) =>
      letters < 12 ? bottom - top : Math.min(right - left, bottom - top),
    ),
  );
  if (thick < 4) return true;
  if (letters >= 12 && long < letters * thick * 0.1) return true;
  const [first, second] = lines;
  if (!first || !second) return false;
  const height = first.bottom - first.top;
  return (
    Math.abs(second.top - first.top) < height * 0.3 &&
    second.left < first.right - 4 &&
    second.right > first.left + 4
  );
}

/** Names of the page's highlights (`::highlight`) that a text is in. */
export function highlightsOf(node: Text): string[] {
  const registry = (globalThis as { CSS?: { highlights?: Iterable<[string, Iterable<AbstractRange>]> } }).CSS
    ?.highlights;
  if (!registry) return [];
  return [...registry].flatMap(([name, ranges]) =>
    [...ranges].some((range) => meets(range, node)) ? [name] : [],
  );
}

function meets({ startContainer, startOffset, endContainer, endOffset }: AbstractRange, node: Text): boolean {
  const range = dom.ownerDocument(node).createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range.intersectsNode(node);
}
