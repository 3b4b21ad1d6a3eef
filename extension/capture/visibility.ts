import { type Box, boxOfClip, boxOfClipPath, EVERYWHERE, overlap } from './clip.ts';
import { DARK_CANVAS, WHITE } from './colour.ts';
import * as dom from './dom.ts';
import { effectOf, isReplacedFont } from './effects.ts';
import { looksLikeInstruction } from './flag-rules.ts';
import { type Ground, groundBelow, inkOf, inkOfPart, isMaskedAway, UNSEEN_OPACITY } from './ink.ts';

/** A scrolling box smaller than this shows nothing of its text. */
const SCROLLER_MIN_PX = 10;

/** A stacking context: its `z-index` and its place in the document. */
interface Layer {
  z: number;
  order: number;
}

export interface Surroundings extends Pick<Ground, 'ground' | 'baseColour'> {
  /** Whether the element's own style shows text directly inside it. */
  shown: boolean;
  /** Visible but easily overlooked: tiny, faint, on a picture, or disabled. */
  faint: boolean;
  /** The same of the first line of the block that it is in. */
  isFirstLineFaint: () => boolean;
  /** The same of a text directly inside it: its first line, or a font that draws other signs. */
  isDoubtful: () => boolean;
  /** Product over all ancestors. */
  opacity: number;
  /** What clips the content: of elements in the flow, of absolutely positioned ones, of fixed ones. */
  clips: { flow: Box; absolute: Box; fixed: Box };
  layers: readonly Layer[];
  /** An opaque background hides what is painted below the page. */
  buries: boolean;
  /** The element that keeps it fixed in the window while the page scrolls (its order), or 0. */
  pinnedBy: number;
}

/** Initial surroundings of a document. */
export function surroundingsOf(document: Document): Surroundings {
  const root = dom.rootElement(document);
  const canvas = isDark(root) ? DARK_CANVAS : WHITE;
  const page = scrollableArea(root, { left: 0, top: 0 });
  const view = { left: 0, top: 0, right: dom.clientWidth(root), bottom: dom.clientHeight(root) };
  return {
    shown: true,
    faint: false,
    isFirstLineFaint: never,
    isDoubtful: never,
    opacity: 1,
    ground: [canvas],
    baseColour: canvas,
    clips: { flow: page, absolute: page, fixed: view },
    layers: [],
    buries: false,
    pinnedBy: 0,
  };
}

/**
 * Surroundings of an element's content; null if none of it is visible. Asks the browser (`checkVisibility`),
 * then measures what that does not count as hidden: opacity, clipping, painting order, and contrast.
 * @param order the element's place in the walk over the page, ascending
 */
export function enter(
  element: Element,
  style: CSSStyleDeclaration,
  around: Surroundings,
  order: number,
): Surroundings | null {
  const name = dom.localName(element);
  // Scrolling and background of these elements belong to the page.
  const isPage = name === 'html' || name === 'body';
  // The browser does not count an element without a box as visible, although its content is.
  if (style.display !== 'contents' && !dom.isRendered(element)) return null;
  if (style.contentVisibility === 'hidden' || isFoldedAway(element)) return null;
  const box = dom.box(element);
  const appears = !isPage && appearsLater(element, style, box);
  const own = appears ? 1 : Number(style.opacity) * opacityOfFilter(style.filter);
  const opacity = around.opacity * own;
  const effect = effectOf(element, style, isPage);
  if (opacity < UNSEEN_OPACITY || isMaskedAway(style) || effect === 'hides') return null;

  const isPlaced = style.position !== 'static';
  const negative = isPlaced && Number(style.zIndex) < 0;
  if (negative && around.buries) return null;
  const clips = isPage ? around.clips : clipsBelow(element, style, box, around);
  if (!clips) return null;

  const isLayer =
    (isPlaced && !isPage) ||
    Number(style.opacity) < 1 ||
    style.transform !== 'none' ||
    style.filter !== 'none';
  const { ground, baseColour, opaque } = groundBelow(style, around);
  const text = { opacity, ground, baseColour, element, box };
  const ink = inkOf(style, text);
  const isFirstLineFaint = style.display.startsWith('inline')
    ? around.isFirstLineFaint
    : once(() => {
        const first = dom.styleOf(element, '::first-line');
        return (
          first !== null && first.color !== '' && differs(first, style) && inkOfPart(first, text) !== 'seen'
        );
      });
  return {
    shown: ink !== 'unseen' && (style.visibility === 'visible' || style.visibility === ''),
    faint:
      around.faint ||
      ink === 'faint' ||
      effect === 'unclear' ||
      appears ||
      dom.hasAttribute(element, 'inert'),
    isFirstLineFaint,
    isDoubtful: once(() => isFirstLineFaint() || isReplacedFont(dom.ownerDocument(element), style)),
    opacity,
    ground,
    baseColour,
    clips,
    layers: isLayer
      ? [...around.layers, { z: Number.parseInt(style.zIndex, 10) || 0, order }]
      : around.layers,
    buries: isLayer && style.zIndex !== 'auto' ? false : around.buries || (opaque && !isPage),
    pinnedBy: style.position === 'fixed' || style.position === 'sticky' ? order : around.pinnedBy,
  };
}

const never = () => false;

/** What is only asked where an element has a text, and then once. */
function once(test: () => boolean): () => boolean {
  let known: boolean | undefined;
  return () => {
    known ??= test();
    return known;
  };
}

const differs = (part: CSSStyleDeclaration, style: CSSStyleDeclaration) =>
  part.color !== style.color ||
  part.webkitTextFillColor !== style.webkitTextFillColor ||
  part.fontSize !== style.fontSize ||
  (part.backgroundColor !== style.backgroundColor && part.backgroundColor !== 'rgba(0, 0, 0, 0)');

/** Whether a part below the window is transparent until it is scrolled to. */
function appearsLater(element: Element, style: CSSStyleDeclaration, box: Box): boolean {
  if (Number(style.opacity) >= UNSEEN_OPACITY || !/^(?:static|relative)$/.test(style.position)) return false;
  const moves = style.transform !== 'none' || Number.parseFloat(style.transitionDuration) > 0;
  const view = dom.clientHeight(dom.rootElement(dom.ownerDocument(element)));
  return (
    moves &&
    box.top > view * 0.8 &&
    !dom
      .textContent(element)
      .split('\n')
      .some((line) => looksLikeInstruction(line))
  );
}

/**
 * Whether one place of the page is painted above another.
 * @param top the layers of a box with a background
 * @param bottom the layers of a text outside that box
 */
export function isAbove(top: readonly Layer[], bottom: readonly Layer[]): boolean {
  for (let depth = 0; depth < Math.max(top.length, bottom.length); depth += 1) {
    const [one, other] = [top[depth], bottom[depth]];
    if (one && other) {
      if (one.order === other.order) continue;
      return one.z === other.z ? one.order > other.order : one.z > other.z;
    }
    return one ? one.z >= 0 : (other?.z ?? 0) < 0;
  }
  return false;
}

/** Text directly in a closed `details`, or an element in it that is not its summary. */
export function isFoldedAway(node: Element | Text): boolean {
  const parent = dom.parentElement(node);
  if (!parent || dom.localName(parent) !== 'details' || dom.hasAttribute(parent, 'open')) return false;
  return !dom.isElement(node) || dom.localName(node) !== 'summary';
}

function isDark(root: Element): boolean {
  const scheme = dom.styleOf(root)?.colorScheme ?? '';
  if (!scheme.includes('dark')) return false;
  return !scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches;
}

function opacityOfFilter(filter: string): number {
  const [, share, percent] = /opacity\(([\d.]+)(%?)\)/.exec(filter ?? '') ?? [];
  return share === undefined ? 1 : Number(share) / (percent ? 100 : 1);
}

function clipsBelow(
  element: Element,
  style: CSSStyleDeclaration,
  box: Box,
  { clips }: Surroundings,
): Surroundings['clips'] | null {
  const isFixed = style.position === 'fixed';
  const isAbsolute = style.position === 'absolute';
  const around = isFixed ? clips.fixed : isAbsolute ? clips.absolute : clips.flow;
  const isInline = style.display === 'inline' && dom.localName(element) !== 'svg';
  const hasBox = style.display !== 'contents' && !isInline;
  const shape = style.clipPath && style.clipPath !== 'none' ? boxOfClipPath(style.clipPath, box) : null;
  const cut = (isFixed || isAbsolute) && style.clip !== 'auto' ? boxOfClip(style.clip, box) : null;
  let own = overlap(overlap(around, shape ?? EVERYWHERE), cut ?? EVERYWHERE);
  if (hasBox && paintsWithin(style)) {
    own = overlap(box, own);
    if (own.right - own.left < READABLE_PX || own.bottom - own.top < READABLE_PX) return null;
  }
  if (hasBox && (style.overflowX !== 'visible' || style.overflowY !== 'visible')) {
    const clipped = overflowArea(element, style, box, own);
    if (!clipped) return null;
    own = clipped;
  }
  const holdsFixed = style.transform !== 'none' || style.filter !== 'none' || style.perspective !== 'none';
  return {
    flow: own,
    absolute: style.position !== 'static' || holdsFixed ? own : overlap(clips.absolute, shape ?? EVERYWHERE),
    fixed: holdsFixed ? own : overlap(clips.fixed, shape ?? EVERYWHERE),
  };
}

const READABLE_PX = 1;

/** Whether nothing of an element is painted outside its box. */
const paintsWithin = ({ contain }: CSSStyleDeclaration) => /\b(?:paint|strict|content)\b/.test(contain ?? '');

/** The part of an element's content that is visible or can be scrolled into view; null when too little is. */
function overflowArea(element: Element, style: CSSStyleDeclaration, box: Box, around: Box): Box | null {
  const seen = overlap(box, around);
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  if (scrolls(style.overflowX) || scrolls(style.overflowY)) {
    const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
    if (width < SCROLLER_MIN_PX || height < SCROLLER_MIN_PX) return null;
    const whole = scrollableArea(element, box);
    return {
      left: scrolls(style.overflowX) ? whole.left : seen.left,
      right: scrolls(style.overflowX) ? whole.right : seen.right,
      top: scrolls(style.overflowY) ? whole.top : seen.top,
      bottom: scrolls(style.overflowY) ? whole.bottom : seen.bottom,
    };
  }
  return {
    left: style.overflowX === 'visible' ? around.left : seen.left,
    right: style.overflowX === 'visible' ? around.right : seen.right,
    top: style.overflowY === 'visible' ? around.top : seen.top,
    bottom: style.overflowY === 'visible' ? around.bottom : seen.bottom,
  };
}

/** The area that scrolling reaches, which excludes what lies before the start of a text. */
function scrollableArea(element: Element, at: { left: number; top: number }): Box {
  const [width, height] = [dom.scrollWidth(element), dom.scrollHeight(element)];
  const rightToLeft = dom.styleOf(element)?.direction === 'rtl';
  const before = rightToLeft ? width - dom.clientWidth(element) : 0;
  const left = at.left - dom.scrollLeft(element) - before;
  const top = at.top - dom.scrollTop(element);
  return { left, top, right: left + width, bottom: top + height };
}
