import { type Box, boxOfClip, boxOfClipPath, EVERYWHERE, overlap } from './clip.ts';
import {
  CLEAR,
  type Colour,
  coloursOfGradients,
  contrast,
  DARK_CANVAS,
  over,
  parseColour,
  WHITE,
} from './colour.ts';
import * as dom from './dom.ts';

/** Below the first opacity nothing is visible; below the second it is easily overlooked. */
const UNSEEN_OPACITY = 0.06;
const FAINT_OPACITY = 0.25;
/** Contrast with the background: below the first nothing is visible. 4.5 is the recommended minimum. */
const UNSEEN_CONTRAST = 1.1;
const FAINT_CONTRAST = 1.4;
const TINY_FONT_PX = 4;
/** A scrolling box smaller than this shows nothing of its text. */
const SCROLLER_MIN_PX = 4;

/** A stacking context: its `z-index` and its place in the document. */
interface Layer {
  z: number;
  order: number;
}

/** What decides whether a text inside an element is visible. */
export interface Surroundings {
  /** Whether the element's own style shows text directly inside it. */
  shown: boolean;
  /** Visible but easily overlooked: tiny, faint, on a picture, or disabled. */
  faint: boolean;
  /** Product over all ancestors. */
  opacity: number;
  /** Possible background colors of the text; null over a picture. */
  ground: readonly Colour[] | null;
  /** The last plain background color, also under a picture. */
  baseColour: Colour;
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
 * Surroundings of an element's content; null when none of it is visible. Asks the browser first (`checkVisibility`),
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
  const opacity = around.opacity * Number(style.opacity) * opacityOfFilter(style.filter);
  const mask = maskOf(style);
  if (opacity < UNSEEN_OPACITY || mask === 'all') return null;

  const box = dom.box(element);
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
  const ink = inkOf(style, { opacity, ground, baseColour, element, box });
  return {
    shown: ink !== 'unseen' && (style.visibility === 'visible' || style.visibility === ''),
    faint: around.faint || ink === 'faint' || mask === 'some' || dom.hasAttribute(element, 'inert'),
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

/** Whether an element's background hides what is painted below it. */
export function isOpaque(style: CSSStyleDeclaration, opacity: number): boolean {
  if (opacity < 0.95) return false;
  if (colourOf(style.backgroundColor).alpha >= 0.95) return true;
  const colours =
    style.backgroundImage === 'none' ? null : coloursOfGradients(style.backgroundImage, painted);
  return colours?.every((colour) => colour.alpha >= 0.95) ?? false;
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

/** Whether a mask hides everything, or may hide something: the effect of a picture as a mask is unknown. */
function maskOf(style: CSSStyleDeclaration): 'none' | 'some' | 'all' {
  const mask = style.maskImage;
  if (!mask || mask === 'none') return 'none';
  const colours = coloursOfGradients(mask, painted);
  if (!colours) return 'some';
  return colours.every((colour) => colour.alpha < UNSEEN_OPACITY) ? 'all' : 'none';
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
  const hasBox = style.display !== 'contents' && style.display !== 'inline';
  const shape = style.clipPath && style.clipPath !== 'none' ? boxOfClipPath(style.clipPath, box) : null;
  const cut = (isFixed || isAbsolute) && style.clip !== 'auto' ? boxOfClip(style.clip, box) : null;
  let own = overlap(overlap(around, shape ?? EVERYWHERE), cut ?? EVERYWHERE);
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

interface Ground {
  ground: readonly Colour[] | null;
  baseColour: Colour;
  opaque: boolean;
}

function groundBelow(style: CSSStyleDeclaration, around: Surroundings): Ground {
  const colour = colourOf(style.backgroundColor);
  const baseColour = colour.alpha === 0 ? around.baseColour : over(colour, around.baseColour);
  const plain =
    colour.alpha >= 0.95 ? [colour] : (around.ground?.map((below) => over(colour, below)) ?? null);
  if (style.backgroundImage === 'none' || style.backgroundImage === '')
    return { ground: plain, baseColour, opaque: colour.alpha >= 0.95 };
  const colours = coloursOfGradients(style.backgroundImage, painted);
  if (!colours || style.backgroundClip?.includes('text'))
    return { ground: null, baseColour, opaque: colour.alpha >= 0.95 };
  const ground = plain?.flatMap((below) => colours.map((one) => over(one, below))) ?? null;
  const opaque = colour.alpha >= 0.95 || colours.every((one) => one.alpha >= 0.95);
  return { ground: ground?.slice(0, 16) ?? null, baseColour, opaque };
}

interface Ink {
  opacity: number;
  ground: readonly Colour[] | null;
  baseColour: Colour;
  element: Element;
  box: Box;
}

/** Contrast of text in the element's own color and size. */
function inkOf(style: CSSStyleDeclaration, { opacity, ground, baseColour, element, box }: Ink) {
  const fontPx = Number.parseFloat(style.fontSize);
  if (fontPx < 0.5) return 'unseen';
  const isTiny = fontPx < TINY_FONT_PX;
  if (style.backgroundClip?.includes('text')) return isTiny ? 'faint' : 'seen';
  const ink = colourOf(style.webkitTextFillColor || style.color);
  const outlined =
    (style.textShadow !== 'none' && style.textShadow !== '') ||
    Number.parseFloat(style.webkitTextStrokeWidth) > 0;
  const cover = ink.alpha * opacity;
  if (cover < UNSEEN_OPACITY) return outlined ? 'faint' : 'unseen';
  const against = (below: Colour) => contrast(over({ ...ink, alpha: cover }, below), below);
  const best = Math.max(...(ground ?? [baseColour]).map(against));
  if (best < UNSEEN_CONTRAST) {
    // Something else may lie between the text and its element's background.
    return ground === null || outlined || liesOnAnother(element, box) ? 'faint' : 'unseen';
  }
  return isTiny || cover < FAINT_OPACITY || best < FAINT_CONTRAST ? 'faint' : 'seen';
}

const NEIGHBOURS_MAX = 60;
const PARENTS_MAX = 6;
const PICTURES = new Set(['img', 'picture', 'video', 'canvas', 'svg', 'iframe', 'object']);

/** Whether an element lies on a picture or a background that is not one of its ancestors. */
function liesOnAnother(element: Element, box: Box): boolean {
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  let below: Node = element;
  for (let depth = 0; depth < PARENTS_MAX; depth += 1) {
    const parent: Element | null = dom.parentElement(below);
    if (!parent) return false;
    for (const child of [...dom.childNodes(parent)].slice(0, NEIGHBOURS_MAX)) {
      if (child === below || !dom.isElement(child)) continue;
      const { left, top, right, bottom } = dom.box(child);
      if (left > middle.x || right < middle.x || top > middle.y || bottom < middle.y) continue;
      if (PICTURES.has(dom.localName(child))) return true;
      const style = dom.styleOf(child);
      if (style && (style.backgroundImage !== 'none' || colourOf(style.backgroundColor).alpha > 0.5))
        return true;
    }
    below = parent;
  }
  return false;
}

const known = new Map<string, Colour>();
const KNOWN_MAX = 500;

function colourOf(text: string): Colour {
  const found = known.get(text) ?? parseColour(text, painted);
  if (known.size < KNOWN_MAX) known.set(text, found);
  return found;
}

/** Lets the browser paint one pixel in a color that is not written as `rgb()`. */
function painted(text: string): Colour | null {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return alpha === 0 ? CLEAR : { red, green, blue, alpha: alpha / 255 };
}
