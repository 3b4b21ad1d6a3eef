import type { Box } from './clip.ts';
import { parseColour } from './colour.ts';
import * as dom from './dom.ts';
import { inkOfPart } from './ink.ts';
import type { Surroundings } from './visibility.ts';

const LINES_MAX = 6;
/**
 * Limit for a whole page: with 200,000 elements beside each other, a single test takes 20 ms. Text not tested
 * within it counts as behind something, so that a note says it.
 */
const TESTS_MAX_MS = 250;
const PICTURES = /^(?:img|video|canvas|iframe|object|embed|svg)$/;

/** Asks the browser what is in front of texts. */
export class HitTests {
  #spentMs = 0;

  /** Whether something else is in front of all lines of a text, as far as they are in the window. */
  isBehind(node: Text, lines: readonly Box[]): boolean {
    const parent = dom.parentElement(node);
    if (!parent) return false;
    const view = dom.rootElement(dom.ownerDocument(node));
    const [width, height] = [dom.clientWidth(view), dom.clientHeight(view)];
    const middles = lines
      .slice(0, LINES_MAX)
      .map(({ left, top, right, bottom }) => ({ left, wide: right - left, y: (top + bottom) / 2 }))
      .filter(({ y }) => y >= 0 && y < height);
    if (middles.length === 0) return false;
    const root = dom.rootNode(node) as Document | ShadowRoot;
    let tested = 0;
    for (const { left, wide, y } of middles)
      for (const share of [0.1, 0.5, 0.9]) {
        const x = left + wide * share;
        if (x < 0 || x >= width) continue;
        if (this.#spentMs > TESTS_MAX_MS) return true;
        const begun = performance.now();
        const hit = root.elementFromPoint(x, y);
        this.#spentMs += performance.now() - begun;
        if (!hit) continue;
        if (!hides(hit, parent)) return false;
        tested += 1;
      }
    return tested > 0;
  }
}

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

/** Whether a highlight of the page takes the text's ink away. */
export function isMarkedOut(node: Text, { opacity, ground, baseColour }: Surroundings): boolean {
  const element = dom.parentElement(node);
  return highlightsOf(node).some((name) => {
    const style = element && dom.styleOf(element, `::highlight(${name})`);
    return (
      style && inkOfPart(style, { opacity, ground, baseColour, element, box: dom.box(element) }) !== 'seen'
    );
  });
}

/** Names of the page's highlights (`::highlight`) that a text is in. */
function highlightsOf(node: Text): string[] {
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
